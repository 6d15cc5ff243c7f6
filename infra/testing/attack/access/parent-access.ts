import { forbidden, login, type RowsOfRoutes } from './rows.ts';

/** Rows of the routes for administrators about parents, payments and roles. */
export const parentAccess = {
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
  getParentLedger: {
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
  listActivity: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
} satisfies RowsOfRoutes;
