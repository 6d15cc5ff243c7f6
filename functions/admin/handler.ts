import { adminRoutes } from '#shared/contract/admin-routes';
import { systemClock } from '../clock.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { createHandler } from '../http/create-handler.ts';
import { adminOperations } from './operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE } = readEnv('admin');

export const handler = createHandler(adminRoutes, adminOperations, {
  table: connectTable(TABLE_NAME),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
});
