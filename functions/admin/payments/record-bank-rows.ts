import { cutText } from '#shared/domain/bank/bank-row-text';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { limits } from '#shared/limits';
import type { BankRow } from '#shared/schemas/bank-row';
import type { UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { bankRowId, bankRowMarkPut, payerMark, readBankRowMarks } from '../../data/ledger/bank-rows.ts';
import { getFamilyLedger } from '../../data/ledger/family-ledger.ts';
import type { Caller } from '../../lib/http/caller.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { ProblemError } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { checkPaymentDay } from './check-payment-day.ts';
import { tryRecording } from './record-entry.ts';

/** A ledger is read with those of all families: it stays small. */
const payersPerFamily = 10;

interface RowToRecord {
  readonly row: BankRow;
  readonly parent_id: UserId;
}

type Payment = Pick<Extract<LedgerEntry, { kind: 'payment' }>, 'method'> & { readonly receipt: boolean };

/** Records a row, unless it was recorded before: its mark is stored in the transaction of the payment. */
const recordRow = async (
  caller: Caller,
  { row, parent_id }: RowToRecord,
  { method, receipt }: Payment,
  deps: AdminDeps,
): Promise<'recorded' | 'known' | 'gone'> => {
  const { table } = deps;
  const id = bankRowId(row);
  const [markOf, ledger] = await Promise.all([
    readBankRowMarks(table, [id]),
    getFamilyLedger(table, parent_id),
  ]);
  const mark = markOf(id);
  if (mark?.state === 'recorded') return 'known';
  const times = (mark?.times ?? 0) + 1;
  const { day, amount } = row;
  const recording = tryRecording({ caller, parentId: parent_id }, deps, 'entry.recorded', ({ common }) => ({
    entry: {
      kind: 'payment',
      ...{ day, amount, method, ...common },
      cause: { type: 'row', row: id, time: times },
      booking_id: null,
      class: null,
    },
    note: cutText(row.text, limits.entryNoteLength) || null,
    receipt,
    payer: (ledger?.payers.size ?? 0) < payersPerFamily ? payerMark(row.payer) : undefined,
    writes: [bankRowMarkPut(table, { id, day }, { state: 'recorded', times, parent_id })],
  }));
  try {
    return (await recording).isNew ? 'recorded' : 'known';
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'parentNotFound') return 'gone';
    throw error;
  }
};

/**
 * Records rows of a bank file as payments, each once whoever sends it how often (BNK-02). One transaction for each row:
 * after a failure some are recorded, and the request can be sent again.
 */
export const recordBankRows: Operation<'recordBankRows', AdminDeps> = async ({ caller, body }, deps) => {
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  for (const { row } of body.rows) checkPaymentDay(row.day, today);
  const outcomes: Awaited<ReturnType<typeof recordRow>>[] = [];
  // One after the other: several may be of one family, whose ledger each of them changes.
  for (const row of body.rows) outcomes.push(await recordRow(caller, row, body, deps));
  return { outcomes };
};
