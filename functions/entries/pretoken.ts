import * as z from 'zod/mini';
import { instantOf } from '#shared/lib/values';
import { grantedRoles } from '#shared/roles';
import { readEnv } from '../functions.ts';
import { requestLimits } from '../lib/aws-requests.ts';
import { systemClock } from '../lib/clock.ts';
import { logUnexpected } from '../lib/log.ts';
import type { Table } from '../lib/table.ts';
import { checkTokens, TokensRefusedError } from './pretoken-check-tokens.ts';

const { TABLE_NAME, SECOND_FACTOR_ROLES } = readEnv('pretoken');

let table: Table | undefined;

// The client is loaded when it is first needed: a refused sign-in needs none.
const openTable = async (): Promise<Table> => {
  const { connectTable } = await import('../lib/table.ts');
  table ??= connectTable(TABLE_NAME, requestLimits.trigger);
  return table;
};

const rules = checkTokens({
  rolesWithFactor: z.array(z.enum(grantedRoles)).parse(JSON.parse(SECOND_FACTOR_ROLES)),
  noteLogin: async (userId) => {
    const { storeFirstLogin } = await import('../accounts/account-marks.ts');
    await storeFirstLogin(await openTable(), userId, instantOf(systemClock()));
  },
  openFactor: async (userId) => {
    const { openFactor } = await import('../accounts/pretoken.ts');
    await openFactor(userId, await openTable());
  },
  hasFactor: async (userId, userPoolId) => {
    const { hasFactor } = await import('../accounts/pretoken.ts');
    return hasFactor(userId, { table: await openTable(), userPoolId });
  },
  familyOf: async (userId) => {
    const { familyOfAccount } = await import('../accounts/account-marks.ts');
    return familyOfAccount(await openTable(), userId);
  },
});

export const handler = logUnexpected(rules, TokensRefusedError);
