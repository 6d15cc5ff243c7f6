import type { accessProblems } from '#shared/contract/route';
import type { RouteName, Routes } from '#shared/contract/routes';
import type { callers } from './scene.ts';
import type { Named } from './valid-requests.ts';

/** An answer of a route: the status of its success, or the code of a problem that it declares. */
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
const staff = 'adminOnly';

/**
 * The answer of every route to every caller, by what the request names (see `Named`): the status of the success, or the
 * code of the refusal. The columns are `callers`: visitor, unverified, parent, deleted, admin, revoked.
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
  // A link is valid for whoever has it.
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
  removeChild: {
    own: [login, login, 204, 'childNotFound', 204, 204],
    foreign: [login, login, 'childNotFound', 'childNotFound', 'childNotFound', 'childNotFound'],
    missing: [login, login, 'childNotFound', 'childNotFound', 'childNotFound', 'childNotFound'],
  },
  exportMyData: { own: [login, login, 200, 'profileNotFound', 200, 200] },
  listMyBookings: { own: [login, login, 200, 200, 200, 200] },
  getBookingOffer: {
    present: [login, login, 200, 'profileNotFound', 200, 200],
    foreign: [login, login, 'slotNotFound', 'profileNotFound', 'slotNotFound', 'slotNotFound'],
    missing: [login, login, 'slotNotFound', 'profileNotFound', 'slotNotFound', 'slotNotFound'],
  },
  bookSlot: {
    own: [login, login, 201, 'profileNotFound', 201, 201],
    foreign: [login, login, 'childNotFound', 'profileNotFound', 'childNotFound', 'childNotFound'],
    missing: [login, login, 'childNotFound', 'profileNotFound', 'childNotFound', 'childNotFound'],
  },

  getDashboard: { nothing: [login, login, staff, staff, 200, 200] },
  listManagedClasses: { nothing: [login, login, staff, staff, 200, 200] },
  createClass: { nothing: [login, login, staff, staff, 201, 201] },
  updateClass: {
    present: [login, login, staff, staff, 200, 200],
    missing: [login, login, staff, staff, 'classNotFound', 'classNotFound'],
  },
  getClassImpact: {
    present: [login, login, staff, staff, 200, 200],
    missing: [login, login, staff, staff, 'classNotFound', 'classNotFound'],
  },
  deleteClass: {
    present: [login, login, staff, staff, 204, staff],
    missing: [login, login, staff, staff, 'classNotFound', staff],
  },
  getRoster: {
    present: [login, login, staff, staff, 200, staff],
    foreign: [login, login, staff, staff, 'slotNotFound', staff],
    missing: [login, login, staff, staff, 'classNotFound', staff],
  },
  searchBookings: { nothing: [login, login, staff, staff, 200, staff] },
  lookUpBooking: {
    foreign: [login, login, staff, staff, 200, staff],
    missing: [login, login, staff, staff, 200, staff],
  },
  updateBooking: {
    foreign: [login, login, staff, staff, 200, staff],
    missing: [login, login, staff, staff, 'bookingNotFound', staff],
  },
  deleteBooking: {
    foreign: [login, login, staff, staff, 204, staff],
    missing: [login, login, staff, staff, 'bookingNotFound', staff],
  },
  searchParents: { nothing: [login, login, staff, staff, 200, staff] },
  getParent: {
    own: [login, login, staff, staff, 200, staff],
    foreign: [login, login, staff, staff, 200, staff],
    missing: [login, login, staff, staff, 'parentNotFound', staff],
  },
  updateParent: {
    own: [login, login, staff, staff, 200, staff],
    foreign: [login, login, staff, staff, 200, staff],
    missing: [login, login, staff, staff, 'parentNotFound', staff],
  },
  deleteParent: {
    own: [login, login, staff, staff, 'adminAccount', staff],
    foreign: [login, login, staff, staff, 200, staff],
    missing: [login, login, staff, staff, 'parentNotFound', staff],
  },
  listAdmins: { nothing: [login, login, staff, staff, 200, staff] },
  grantAdmin: {
    own: [login, login, staff, staff, 200, staff],
    foreign: [login, login, staff, staff, 200, staff],
    missing: [login, login, staff, staff, 'accountNotFound', staff],
  },
  revokeAdmin: {
    own: [login, login, staff, staff, 'ownRole', staff],
    foreign: [login, login, staff, staff, 204, staff],
    missing: [login, login, staff, staff, 'notFound', staff],
  },
  getRole: {
    own: [login, login, staff, staff, 200, staff],
    foreign: [login, login, staff, staff, 200, staff],
    missing: [login, login, staff, staff, 'notFound', staff],
  },
  listActivity: { nothing: [login, login, staff, staff, 200, staff] },
};
