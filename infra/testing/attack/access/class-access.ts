import { forbidden, login, type RowsOfRoutes } from './rows.ts';

const noEntry = 'waitingEntryNotFound';
const noOffer = 'offerNotFound';

/** Rows of the routes for administrators about classes, sessions and waiting lists. */
export const classAccess = {
  getDashboard: { nothing: [login, login, forbidden, forbidden, 200, 200] },
  listManagedClasses: { nothing: [login, login, forbidden, forbidden, 200, 200] },
  createClass: { nothing: [login, login, forbidden, forbidden, 201, forbidden] },
  updateClass: {
    present: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'classNotFound', forbidden],
  },
  getClassImpact: {
    present: [login, login, forbidden, forbidden, 200, 200],
    foreign: [login, login, forbidden, forbidden, 'slotNotFound', 'slotNotFound'],
    missing: [login, login, forbidden, forbidden, 'classNotFound', 'classNotFound'],
  },
  deleteClass: {
    present: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, 'classNotFound', forbidden],
  },
  getRoster: {
    present: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 'slotNotFound', forbidden],
    missing: [login, login, forbidden, forbidden, 'classNotFound', forbidden],
  },
  previewCancellation: {
    present: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 'sessionNotFound', forbidden],
    missing: [login, login, forbidden, forbidden, 'classNotFound', forbidden],
  },
  cancelSessions: {
    present: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 'sessionNotFound', forbidden],
    missing: [login, login, forbidden, forbidden, 'classNotFound', forbidden],
  },
  restoreSession: {
    present: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 'sessionNotFound', forbidden],
    missing: [login, login, forbidden, forbidden, 'classNotFound', forbidden],
  },
  getCancelledSession: {
    present: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 'sessionNotFound', forbidden],
    missing: [login, login, forbidden, forbidden, 'classNotFound', forbidden],
  },
  chooseRemedy: {
    present: [login, login, forbidden, forbidden, 204, forbidden],
    foreign: [login, login, forbidden, forbidden, 'sessionNotFound', forbidden],
    missing: [login, login, forbidden, forbidden, 'classNotFound', forbidden],
  },
  creditSession: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'bookingNotFound', forbidden],
  },
  getWaitingList: {
    present: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 'slotNotFound', forbidden],
    missing: [login, login, forbidden, forbidden, 'slotNotFound', forbidden],
  },
  addToWaitingList: {
    foreign: [login, login, forbidden, forbidden, 201, forbidden],
    missing: [login, login, forbidden, forbidden, 'childNotFound', forbidden],
  },
  putWaitingFirst: {
    foreign: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, noEntry, forbidden],
  },
  removeFromWaitingList: {
    foreign: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, noEntry, forbidden],
  },
  withdrawOffer: {
    foreign: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, noOffer, forbidden],
  },
} satisfies RowsOfRoutes;
