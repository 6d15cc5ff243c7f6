import type { accessProblems } from '#shared/contract/route';
import type { RouteName, Routes } from '#shared/contract/routes';
import type { callers } from './fixtures.ts';
import type { Named } from './valid-requests.ts';

/** A response of a route: its success status, or the code of a problem that it declares. */
type Cell<Name extends RouteName> =
  | Routes[Name]['status']
  | Routes[Name]['errors'][number]
  | (typeof accessProblems)[Routes[Name]['access']][number]
  | 'notFound';

type EachOf<List extends readonly unknown[], Value> = { readonly [Index in keyof List]: Value };

/** One cell for each of `callers`, in their order. */
type Row<Name extends RouteName> = EachOf<typeof callers, Cell<Name>>;

type Rows<Name extends RouteName> = { readonly [Thing in Named]?: Row<Name> };

const login = 'notAuthenticated';
const forbidden = 'adminOnly';
const badLink = 'newsletterLinkInvalid';
const noEntry = 'waitingEntryNotFound';
const noOffer = 'offerNotFound';

/**
 * The response of every route to every caller, by what the request names (see `Named`): the success status, or the code
 * of the problem. The columns are `callers`: visitor, unverified, parent, deleted, admin, revoked.
 *
 * A revoked administrator's token is valid for its remaining minutes. It opens the routes without personal data only: the
 * others read the role from the table. The deleted account's token has no data to read any more.
 */
export const accessTable: { readonly [Name in RouteName]: Rows<Name> } = {
  listClasses: { nothing: [200, 200, 200, 200, 200, 200] },
  getClass: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [
      'classNotFound',
      'classNotFound',
      'classNotFound',
      'classNotFound',
      'classNotFound',
      'classNotFound',
    ],
  },
  listTimeSlots: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [
      'classNotFound',
      'classNotFound',
      'classNotFound',
      'classNotFound',
      'classNotFound',
      'classNotFound',
    ],
  },
  getTimeSlot: {
    present: [200, 200, 200, 200, 200, 200],
    foreign: ['slotNotFound', 'slotNotFound', 'slotNotFound', 'slotNotFound', 'slotNotFound', 'slotNotFound'],
    missing: ['slotNotFound', 'slotNotFound', 'slotNotFound', 'slotNotFound', 'slotNotFound', 'slotNotFound'],
  },

  // Known and unknown addresses get the same answer.
  signUp: { present: [201, 201, 201, 201, 201, 201], missing: [201, 201, 201, 201, 201, 201] },
  resendVerification: { present: [202, 202, 202, 202, 202, 202], missing: [202, 202, 202, 202, 202, 202] },
  requestPasswordReset: { present: [202, 202, 202, 202, 202, 202], missing: [202, 202, 202, 202, 202, 202] },
  // A link is valid for every caller.
  verifyEmail: { present: [200, 200, 200, 200, 200, 200], missing: [200, 200, 200, 200, 200, 200] },
  confirmEmail: { present: [200, 200, 200, 200, 200, 200], missing: [200, 200, 200, 200, 200, 200] },
  resetPassword: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [
      'resetLinkInvalid',
      'resetLinkInvalid',
      'resetLinkInvalid',
      'resetLinkInvalid',
      'resetLinkInvalid',
      'resetLinkInvalid',
    ],
  },
  deleteMyAccount: { own: [login, login, 204, 204, 'adminAccount', 204] },

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
  getMyAccount: { own: [login, login, 200, 'profileNotFound', 200, 200] },
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

  getDashboard: { nothing: [login, login, forbidden, forbidden, 200, 200] },
  listManagedClasses: { nothing: [login, login, forbidden, forbidden, 200, 200] },
  createClass: { nothing: [login, login, forbidden, forbidden, 201, 201] },
  updateClass: {
    present: [login, login, forbidden, forbidden, 200, 200],
    missing: [login, login, forbidden, forbidden, 'classNotFound', 'classNotFound'],
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
  endOldTrials: { missing: [login, login, forbidden, forbidden, 'nothingToConfirm', forbidden] },
  searchEverything: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  searchParents: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  getParent: {
    own: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'parentNotFound', forbidden],
  },
  updateParent: {
    own: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'parentNotFound', forbidden],
  },
  deleteParent: {
    own: [login, login, forbidden, forbidden, 'adminAccount', forbidden],
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'parentNotFound', forbidden],
  },
  getParentAccount: {
    own: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'parentNotFound', forbidden],
  },
  recordPayment: {
    own: [login, login, forbidden, forbidden, 201, forbidden],
    foreign: [login, login, forbidden, forbidden, 201, forbidden],
    missing: [login, login, forbidden, forbidden, 'parentNotFound', forbidden],
  },
  recordRefund: {
    own: [login, login, forbidden, forbidden, 201, forbidden],
    foreign: [login, login, forbidden, forbidden, 201, forbidden],
    missing: [login, login, forbidden, forbidden, 'parentNotFound', forbidden],
  },
  recordAllowance: {
    own: [login, login, forbidden, forbidden, 201, forbidden],
    foreign: [login, login, forbidden, forbidden, 201, forbidden],
    missing: [login, login, forbidden, forbidden, 'parentNotFound', forbidden],
  },
  takeBackEntry: {
    own: [login, login, forbidden, forbidden, 201, forbidden],
    foreign: [login, login, forbidden, forbidden, 201, forbidden],
    missing: [login, login, forbidden, forbidden, 'parentNotFound', forbidden],
  },
  setDoNotRemind: {
    own: [login, login, forbidden, forbidden, 204, forbidden],
    foreign: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, 'parentNotFound', forbidden],
  },
  getMoneyFigures: { nothing: [login, login, forbidden, forbidden, 200, 200] },
  searchOpenBalances: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  listEntries: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  getReminderPreview: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 200, forbidden],
  },
  remindFamilies: {
    foreign: [login, login, forbidden, forbidden, 202, forbidden],
    missing: [login, login, forbidden, forbidden, 'nobodyToRemind', forbidden],
  },
  listAdmins: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  grantAdmin: {
    own: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'accountNotFound', forbidden],
  },
  revokeAdmin: {
    own: [login, login, forbidden, forbidden, 'ownRole', forbidden],
    foreign: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, 'notFound', forbidden],
  },
  getRole: {
    own: [login, login, forbidden, forbidden, 200, forbidden],
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'notFound', forbidden],
  },
  listMessages: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  getMessage: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'messageNotFound', forbidden],
  },
  getMessagePreview: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  sendMessage: {
    foreign: [login, login, forbidden, forbidden, 202, forbidden],
    missing: [login, login, forbidden, forbidden, 'nobodyToWriteTo', forbidden],
  },
  sendTestMessage: { nothing: [login, login, forbidden, forbidden, 202, forbidden] },
  sendMessageAgain: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'messageNotFound', forbidden],
  },
  listActivity: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  listReaders: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  removeReader: {
    foreign: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, 'readerNotFound', forbidden],
  },

  sendContactMessage: { nothing: [200, 200, 200, 200, 200, 200] },
  // Known and unknown addresses get the same answer.
  joinNewsletter: { present: [202, 202, 202, 202, 202, 202], missing: [202, 202, 202, 202, 202, 202] },
  confirmNewsletter: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [badLink, badLink, badLink, badLink, badLink, badLink],
  },
  // Whoever knows the secret answers the offer.
  getLinkedOffer: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [noOffer, noOffer, noOffer, noOffer, noOffer, noOffer],
  },
  takeOffer: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [noOffer, noOffer, noOffer, noOffer, noOffer, noOffer],
  },
  declineOffer: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [noOffer, noOffer, noOffer, noOffer, noOffer, noOffer],
  },
  // Whoever knows the secret reads the feed.
  getCalendarFeed: {
    present: [200, 200, 200, 200, 200, 200],
    missing: ['notFound', 'notFound', 'notFound', 'notFound', 'notFound', 'notFound'],
  },
  leaveNewsletter: {
    present: [200, 200, 200, 200, 200, 200],
    missing: [badLink, badLink, badLink, badLink, badLink, badLink],
  },
  // It reads nothing.
  getLeavePage: { missing: [303, 303, 303, 303, 303, 303] },
};
