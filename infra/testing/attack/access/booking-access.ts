import { forbidden, login, type RowsOfRoutes } from './rows.ts';

/** Rows of the routes for administrators about bookings, and of the search. */
export const bookingAccess = {
  searchBookings: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  lookUpBooking: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 200, forbidden],
  },
  updateBooking: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'bookingNotFound', forbidden],
  },
  deleteBooking: {
    foreign: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, 'bookingNotFound', forbidden],
  },
  moveBooking: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'bookingNotFound', forbidden],
  },
  getRemovalChoices: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'bookingNotFound', forbidden],
  },
  listLateEndings: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  decideLateEnding: {
    foreign: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, 'bookingNotFound', forbidden],
  },
  searchEverything: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
} satisfies RowsOfRoutes;
