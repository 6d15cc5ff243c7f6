import { accountRoutes } from '#shared/contract/account-routes';
import { systemClock, systemPause } from '../clock.ts';
import { secondFactorSince } from '../data/families/second-factor.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { connectUserPool } from '../lib/identity/user-pool.ts';
import { accountOperations } from './operations.ts';

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
  factorSince: (userId) => secondFactorSince(deps.table, userId),
});
