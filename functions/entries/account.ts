import { accountRoutes } from '#shared/contract/account-routes';
import { memberships } from '../accounts/accounts.ts';
import { secondFactorSince } from '../accounts/second-factor.ts';
import { readEnv } from '../functions.ts';
import { systemClock, systemPause } from '../lib/clock.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { connectUserPool } from '../lib/identity/users.ts';
import { connectTable } from '../lib/table.ts';
import { accountOperations } from './account-operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, USER_POOL_ID, USER_POOL_CLIENT_ID, ORIGIN_KEY } = readEnv('account');

const deps = {
  table: connectTable(TABLE_NAME),
  userPool: connectUserPool(USER_POOL_ID),
  clientId: USER_POOL_CLIENT_ID,
  clock: systemClock,
  pause: systemPause,
  timeZone: BUSINESS_TIME_ZONE,
};

export const handler = createHandler(accountRoutes, accountOperations, deps, {
  originKey: ORIGIN_KEY,
  memberships: memberships(deps.table),
  factorSince: (userId) => secondFactorSince(deps.table, userId),
});
