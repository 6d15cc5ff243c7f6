import { adminRoutes } from '#shared/contract/admin-routes';
import { systemClock } from '../clock.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { createHandler } from '../http/create-handler.ts';
import { connectManagedPool } from '../identity/user-pool.ts';
import { adminOperations } from './operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, USER_POOL_ID } = readEnv('admin');

export const handler = createHandler(adminRoutes, adminOperations, {
  table: connectTable(TABLE_NAME),
  userPool: connectManagedPool(USER_POOL_ID),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
});
