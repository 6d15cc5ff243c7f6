import { coachRoutes } from '#shared/contract/coach-routes';
import { systemClock } from '../clock.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { checkRole } from './check-role.ts';
import { coachOperations } from './operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE } = readEnv('coach');

const deps = {
  table: connectTable(TABLE_NAME),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
};

export const handler = createHandler(coachRoutes, coachOperations, deps, {
  requireCurrentRole: (caller) => checkRole(caller, deps),
});
