import { adminRoutes } from '#shared/contract/admin-routes';
import * as accounts from '../accounts/admin.ts';
import * as coaches from '../accounts/admin-coaches.ts';
import * as bank from '../bank/admin.ts';
import * as booking from '../booking/admin.ts';
import * as classes from '../classes/admin.ts';
import * as drafts from '../classes/admin-drafts.ts';
import * as venues from '../classes/admin-venues.ts';
import * as families from '../families/admin.ts';
import * as imports from '../families/admin-imports.ts';
import * as ledger from '../ledger/admin.ts';
import * as balances from '../ledger/admin-balances.ts';
import type { AdminDeps } from '../lib/deps.ts';
import { withKeys } from '../lib/http/with-keys.ts';
import { probe } from '../lib/probe.ts';
import * as messages from '../messages/admin.ts';
import * as unsent from '../messages/admin-unsent.ts';
import * as registers from '../registers/admin.ts';
import * as school from '../school/admin.ts';
import * as sessions from '../sessions/admin.ts';
import * as cancel from '../sessions/admin-cancel.ts';
import * as terms from '../terms/admin.ts';
import * as waiting from '../waiting/admin.ts';

export const adminOperations = withKeys<'admin', AdminDeps>(adminRoutes, {
  ...accounts,
  ...coaches,
  ...bank,
  ...booking,
  ...classes,
  ...drafts,
  ...venues,
  ...families,
  ...imports,
  ...ledger,
  ...balances,
  ...messages,
  ...unsent,
  ...registers,
  ...school,
  ...sessions,
  ...cancel,
  ...terms,
  ...waiting,
  probeAdmin: probe('admin'),
});
