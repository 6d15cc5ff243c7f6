import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { systemClock } from '../clock.ts';
import { secondFactorSince } from '../data/families/second-factor.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { connectUserPool } from '../lib/identity/user-pool.ts';
import { checkStillAdmin } from './check-still-admin.ts';
import { adminOperations } from './operations.ts';

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
