import { coachRoutes } from '#shared/registers/routes';
import { readEnv } from '../functions.ts';
import { systemClock } from '../lib/clock.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { connectTable } from '../lib/table.ts';
import { checkRole } from '../registers/coach.ts';
import { coachOperations } from './coach-operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE } = readEnv('coach');

const deps = {
  table: connectTable(TABLE_NAME),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
};

export const handler = createHandler(coachRoutes, coachOperations, deps, {
  requireCurrentRole: (caller) => checkRole(caller, deps),
});
