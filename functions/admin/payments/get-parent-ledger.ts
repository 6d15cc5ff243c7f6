import { businessMoment } from '#shared/domain/time/business-time';
import { readStatement } from '../../data/views/read-statement.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { nameMakers } from './name-makers.ts';

/** A family's ledger, with who recorded and ended what (PAY-01, PAY-05). */
export const getParentLedger: Operation<'getParentLedger', AdminDeps> = async (
  { params },
  { table, clock, timeZone },
) => {
  const found = await readStatement(table, params.parentId, businessMoment(clock(), timeZone));
  if (!found) throw problem('parentNotFound');
  const { ledger, statement } = found;
  const withMakers = await nameMakers(table, [statement]);
  return {
    ...statement,
    ...withMakers(statement),
    second_reference: ledger?.second_reference ?? null,
    reminded_at: ledger?.reminded_at ?? null,
    do_not_remind: ledger?.do_not_remind ?? false,
  };
};
