import { cutText } from '#shared/domain/bank/bank-row-text';
import { limits } from '#shared/limits';
import type { BankRow } from '#shared/schemas/bank-row';
import type { UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { bankRowMarkPut, isDecided, type MarkedRow, payerMark } from '../../data/ledger/bank-rows.ts';
import { getFamilyLedger } from '../../data/ledger/family-ledger.ts';
import { waitingRowDelete } from '../../data/ledger/waiting-rows.ts';
import type { Caller } from '../../lib/http/caller.ts';
import { ProblemError } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { tryRecording } from './record-entry.ts';

/** A ledger is read with those of all families: it stays small. */
const payersPerFamily = 10;

interface RowPayment {
  readonly row: BankRow;
  readonly parentId: UserId;
  readonly method: Extract<LedgerEntry, { kind: 'payment' }>['method'];
  readonly receipt: boolean;
}

/**
 * Records a row as a payment, unless it was decided before: its mark is stored in the transaction of the payment, which also
 * takes a waiting row off the list (BNK-02, BNK-03).
 */
export const recordRow = async (
  caller: Caller,
  { id, mark }: Pick<MarkedRow, 'id' | 'mark'>,
  { row, parentId, method, receipt }: RowPayment,
  deps: AdminDeps,
): Promise<'recorded' | 'known' | 'gone'> => {
  if (isDecided(mark)) return 'known';
  const { table } = deps;
  const { day, amount } = row;
  const times = (mark?.times ?? 0) + 1;
  const ledger = await getFamilyLedger(table, parentId);
  const recording = tryRecording({ caller, parentId }, deps, 'entry.recorded', ({ common }) => ({
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
    writes: [
      bankRowMarkPut(table, { id, day, mark }, { state: 'recorded', times }),
      ...(mark?.state === 'waiting' ? [waitingRowDelete(table, { id, day })] : []),
    ],
  }));
  try {
    return (await recording).isNew ? 'recorded' : 'known';
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'parentNotFound') return 'gone';
    throw error;
  }
};
