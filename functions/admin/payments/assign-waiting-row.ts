import { toCalendarDate } from '#shared/domain/time/business-time';
import { readBankRowMarks } from '../../data/ledger/bank-rows.ts';
import { getWaitingRow } from '../../data/ledger/waiting-rows.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { checkPaymentDay } from './check-payment-day.ts';
import { recordRow } from './record-row.ts';

/**
 * Records a waiting row as a payment of a family, once, whoever else decides about it (BNK-03).
 * @throws ProblemError rowDecided, parentNotFound, and invalidRequest for a day that is too long past
 */
export const assignWaitingRow: Operation<'assignWaitingRow', AdminDeps> = async (
  { caller, params, body: { parent_id, receipt } },
  deps,
) => {
  const name = { day: params.day, id: params.rowId };
  const [row, markOf] = await Promise.all([
    getWaitingRow(deps.table, name),
    readBankRowMarks(deps.table, [name.id]),
  ]);
  if (!row) throw problem('rowDecided');
  checkPaymentDay(row.day, toCalendarDate(deps.clock(), deps.timeZone));
  const marked = { id: name.id, mark: markOf(name.id) };
  const payment = { row, parentId: parent_id, method: row.method, receipt };
  const outcome = await recordRow(caller, marked, payment, deps);
  if (outcome === 'gone') throw problem('parentNotFound');
  if (outcome === 'known') throw problem('rowDecided');
};
