import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { checkStillAdmin } from '../accounts/admin.ts';
import { secondFactorSince } from '../accounts/second-factor.ts';
import { readEnv } from '../functions.ts';
import { systemClock } from '../lib/clock.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { connectUserPool } from '../lib/identity/users.ts';
import { connectTable } from '../lib/table.ts';
import { adminOperations } from './admin-operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, SITE_URL, USER_POOL_ID, PICTURE_HOSTS } = readEnv('admin');

const deps = {
  table: connectTable(TABLE_NAME),
  userPool: connectUserPool(USER_POOL_ID),
  clock: systemClock,
  siteUrl: SITE_URL,
  timeZone: BUSINESS_TIME_ZONE,
  pictureHosts: z.array(z.string()).parse(JSON.parse(PICTURE_HOSTS)),
};

export const handler = createHandler(adminRoutes, adminOperations, deps, {
  factorSince: (userId) => secondFactorSince(deps.table, userId),
  requireCurrentRole: (caller) => checkStillAdmin(caller, deps),
});
