import { businessMoment } from '#shared/domain/time/business-time';
import { readStatement } from '../data/views/read-statement.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** The caller's account. The response's schema leaves out who recorded an entry or ended a booking (PAY-04, PAY-12). */
export const getMyLedger: Operation<'getMyLedger', TimedDeps> = async (
  { caller },
  { table, clock, timeZone },
) => {
  const found = await readStatement(table, caller.userId, businessMoment(clock(), timeZone));
  if (!found) throw problem('profileNotFound');
  return found.statement;
};
