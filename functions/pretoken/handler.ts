import { instantOf } from '#shared/domain/time/instant-of';
import type { UserId } from '#shared/schemas/ids';
import { requestLimits } from '../aws-requests.ts';
import { systemClock } from '../clock.ts';
import type { Table } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { logUnexpected } from '../log.ts';
import { checkTokens, TokensRefusedError } from './check-tokens.ts';

let table: Table | undefined;

/** Loads the table's client at the first login: a renewal needs none, and no login depends on it. */
const noteLogin = async (userId: UserId): Promise<void> => {
  const { connectTable } = await import('../data/table.ts');
  const { noteFirstLogin } = await import('../data/families/first-login.ts');
  table ??= connectTable(readEnv('pretoken').TABLE_NAME, requestLimits.trigger);
  await noteFirstLogin(table, userId, instantOf(systemClock()));
};

export const handler = logUnexpected(checkTokens(noteLogin), TokensRefusedError);
