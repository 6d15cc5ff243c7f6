import { familyRoutes } from '#shared/contract/family-routes';
import { memberships } from '../accounts/accounts.ts';
import { secondFactorSince } from '../accounts/second-factor.ts';
import { readEnv } from '../functions.ts';
import { systemClock } from '../lib/clock.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { connectTable } from '../lib/table.ts';
import { familyOperations } from './family-operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE } = readEnv('family');

const deps = {
  table: connectTable(TABLE_NAME),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
};

export const handler = createHandler(familyRoutes, familyOperations, deps, {
  memberships: memberships(deps.table),
  factorSince: (userId) => secondFactorSince(deps.table, userId),
});
