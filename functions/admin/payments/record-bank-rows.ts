import { toCalendarDate } from '#shared/domain/time/business-time';
import { bankRowId, readBankRowMarks } from '../../data/ledger/bank-rows.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { checkPaymentDay } from './check-payment-day.ts';
import { recordRow } from './record-row.ts';

/**
 * Records rows of a bank file as payments, each once whoever sends it how often (BNK-02). One transaction for each row:
 * after a failure some are recorded, and the request can be sent again.
 */
export const recordBankRows: Operation<'recordBankRows', AdminDeps> = async ({ caller, body }, deps) => {
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  for (const { row } of body.rows) checkPaymentDay(row.day, today);
  const { method, receipt } = body;
  const outcomes: Awaited<ReturnType<typeof recordRow>>[] = [];
  // One after the other: several may be of one family, whose ledger each of them changes.
  for (const { row, parent_id } of body.rows) {
    const id = bankRowId(row);
    const mark = (await readBankRowMarks(deps.table, [id]))(id);
    const payment = { row, parentId: parent_id, method, receipt };
    outcomes.push(await recordRow(caller, { id, mark }, payment, deps));
  }
  return { outcomes };
};
