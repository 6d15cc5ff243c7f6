import { familyRoutes } from '#shared/contract/family-routes';
import { systemClock } from '../clock.ts';
import { secondFactorSince } from '../data/families/second-factor.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { familyOperations } from './operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE } = readEnv('family');

const deps = {
  table: connectTable(TABLE_NAME),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
};

export const handler = createHandler(familyRoutes, familyOperations, deps, {
  factorSince: (userId) => secondFactorSince(deps.table, userId),
});
