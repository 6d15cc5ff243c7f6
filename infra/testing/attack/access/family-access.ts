import { login, type RowsOfRoutes } from './rows.ts';

const noEntry = 'waitingEntryNotFound';
const noOffer = 'offerNotFound';

/** Rows of the routes of parents for their own family. */
export const familyAccess = {
  getMyFamily: { own: [login, login, 200, 'profileNotFound', 200, 200] },
  updateMyProfile: { own: [login, login, 200, 'profileNotFound', 200, 200] },
  addChildren: { own: [login, login, 201, 'profileNotFound', 201, 201] },
  updateChild: {
    own: [login, login, 204, 'profileNotFound', 204, 204],
    foreign: [login, login, 'childNotFound', 'profileNotFound', 'childNotFound', 'childNotFound'],
    missing: [login, login, 'childNotFound', 'profileNotFound', 'childNotFound', 'childNotFound'],
  },
  removeChild: {
    own: [login, login, 204, 'profileNotFound', 204, 204],
    foreign: [login, login, 'childNotFound', 'profileNotFound', 'childNotFound', 'childNotFound'],
    missing: [login, login, 'childNotFound', 'profileNotFound', 'childNotFound', 'childNotFound'],
  },
  exportMyData: { own: [login, login, 200, 'profileNotFound', 200, 200] },
  listMyBookings: { own: [login, login, 200, 200, 200, 200] },
  getMyLedger: { own: [login, login, 200, 'profileNotFound', 200, 200] },
  getBookingOffer: {
    present: [login, login, 200, 'profileNotFound', 200, 200],
    foreign: [login, login, 'slotNotFound', 'profileNotFound', 'slotNotFound', 'slotNotFound'],
    missing: [login, login, 'slotNotFound', 'profileNotFound', 'slotNotFound', 'slotNotFound'],
  },
  cancelBooking: {
    own: [login, login, 200, 'bookingNotFound', 200, 200],
    foreign: [login, login, 'bookingNotFound', 'bookingNotFound', 'bookingNotFound', 'bookingNotFound'],
    missing: [login, login, 'bookingNotFound', 'bookingNotFound', 'bookingNotFound', 'bookingNotFound'],
  },
  getBookingCalendar: {
    own: [login, login, 200, 'bookingNotFound', 200, 200],
    foreign: [login, login, 'bookingNotFound', 'bookingNotFound', 'bookingNotFound', 'bookingNotFound'],
    missing: [login, login, 'bookingNotFound', 'bookingNotFound', 'bookingNotFound', 'bookingNotFound'],
  },
  createCalendarFeed: { own: [login, login, 201, 'profileNotFound', 201, 201] },
  getMyWaiting: { own: [login, login, 200, 200, 200, 200] },
  joinWaitingList: {
    own: [login, login, 201, 'childNotFound', 201, 201],
    foreign: [login, login, 'childNotFound', 'childNotFound', 'childNotFound', 'childNotFound'],
    missing: [login, login, 'childNotFound', 'childNotFound', 'childNotFound', 'childNotFound'],
  },
  leaveWaitingList: {
    own: [login, login, 204, noEntry, 204, 204],
    foreign: [login, login, noEntry, noEntry, noEntry, noEntry],
    missing: [login, login, noEntry, noEntry, noEntry, noEntry],
  },
  takeMyOffer: {
    own: [login, login, 200, noOffer, 200, 200],
    foreign: [login, login, noOffer, noOffer, noOffer, noOffer],
    missing: [login, login, noOffer, noOffer, noOffer, noOffer],
  },
  declineMyOffer: {
    own: [login, login, 200, noOffer, 200, 200],
    foreign: [login, login, noOffer, noOffer, noOffer, noOffer],
    missing: [login, login, noOffer, noOffer, noOffer, noOffer],
  },
  bookSlot: {
    own: [login, login, 201, 'profileNotFound', 201, 201],
    foreign: [login, login, 'childNotFound', 'profileNotFound', 'childNotFound', 'childNotFound'],
    missing: [login, login, 'childNotFound', 'profileNotFound', 'childNotFound', 'childNotFound'],
  },
  moveMyBooking: {
    own: [login, login, 200, 'bookingNotFound', 200, 200],
    foreign: [login, login, 'bookingNotFound', 'bookingNotFound', 'bookingNotFound', 'bookingNotFound'],
    missing: [login, login, 'bookingNotFound', 'bookingNotFound', 'bookingNotFound', 'bookingNotFound'],
  },
  keepPlace: {
    own: [login, login, 200, 'bookingNotFound', 200, 200],
    foreign: [login, login, 'bookingNotFound', 'bookingNotFound', 'bookingNotFound', 'bookingNotFound'],
    missing: [login, login, 'bookingNotFound', 'bookingNotFound', 'bookingNotFound', 'bookingNotFound'],
  },
} satisfies RowsOfRoutes;
