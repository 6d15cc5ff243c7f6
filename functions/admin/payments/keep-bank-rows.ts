import { toCalendarDate } from '#shared/domain/time/business-time';
import { bankRowId, readBankRowMarks } from '../../data/ledger/bank-rows.ts';
import { keepWaitingRow } from '../../data/ledger/waiting-rows.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { checkPaymentDay } from './check-payment-day.ts';

/**
 * Puts rows of a bank file on the list of those to assign, each once whoever sends it how often; a row that was decided
 * before stays off it (BNK-03). One transaction for each row: the request can be sent again after a failure.
 */
export const keepBankRows: Operation<'keepBankRows', AdminDeps> = async (
  { body: { rows, method } },
  { table, clock, timeZone },
) => {
  const today = toCalendarDate(clock(), timeZone);
  for (const { day } of rows) checkPaymentDay(day, today);
  const markOf = await readBankRowMarks(table, rows.map(bankRowId));
  const keep = async (row: (typeof rows)[number]): Promise<'waiting' | 'known'> => {
    const outcome = await keepWaitingRow(table, row, method, markOf(bankRowId(row)));
    if (outcome === 'busy') throw busy();
    return outcome;
  };
  return { outcomes: await Promise.all(rows.map(keep)) };
};
