import * as z from 'zod/mini';
import { instantOf } from '#shared/domain/time/instant-of';
import { grantedRoles } from '#shared/roles';
import { requestLimits } from '../aws-requests.ts';
import { systemClock } from '../clock.ts';
import type { Table } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { logUnexpected } from '../log.ts';
import { checkTokens, TokensRefusedError } from './check-tokens.ts';

const { TABLE_NAME, SECOND_FACTOR_ROLES } = readEnv('pretoken');

let table: Table | undefined;

// The clients are loaded when they are first needed: a renewal of a parent's tokens needs none.
const openTable = async (): Promise<Table> => {
  const { connectTable } = await import('../data/table.ts');
  table ??= connectTable(TABLE_NAME, requestLimits.trigger);
  return table;
};

const rules = checkTokens({
  rolesWithFactor: z.array(z.enum(grantedRoles)).parse(JSON.parse(SECOND_FACTOR_ROLES)),
  noteLogin: async (userId) => {
    const { noteFirstLogin } = await import('../data/families/first-login.ts');
    await noteFirstLogin(await openTable(), userId, instantOf(systemClock()));
  },
  openFactor: async (userId) => {
    const { openFactor } = await import('./has-factor.ts');
    await openFactor(userId, await openTable());
  },
  hasFactor: async (userId, userPoolId) => {
    const { hasFactor } = await import('./has-factor.ts');
    return hasFactor(userId, { table: await openTable(), userPoolId });
  },
});

export const handler = logUnexpected(rules, TokensRefusedError);
