import { login, type RowsOfRoutes } from './rows.ts';

/** Rows of the routes of classes and accounts that need no session. */
export const publicAccess = {
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
} satisfies RowsOfRoutes;
