import { bankRowRoutes } from '#shared/bank/admin-routes';
import type { CheckedRow } from '#shared/bank/import';
import { type BankTable, findTable } from '#shared/bank/table';
import type { LedgerEntry } from '#shared/ledger/entry';
import type { BankRow } from '#shared/ledger/references';
import type { FamilyId, IdempotencyKey } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { callRoute } from '../../../lib/api/api-client.ts';
import { batchesOf, type Reading } from '../tables/table-file.ts';

export const bankReading: Reading<BankTable> = {
  most: {
    bytes: limits.bankFileBytes,
    lines: limits.bankFileLines,
    rows: limits.bankFileRows,
    columns: limits.bankFileColumns,
  },
  findTable,
  needed: 'a date or an amount',
  advice: 'Please export a shorter period.',
};

export interface KnownRow extends CheckedRow {
  readonly row: BankRow;
}

const ofRequest = { rows: limits.bankRowsAtOnce, bytes: limits.requestBodyBytes };

export const checkRows = async (
  rows: readonly BankRow[],
  onProgress: (done: number) => void,
): Promise<readonly KnownRow[]> => {
  const known: KnownRow[] = [];
  for (const batch of batchesOf(rows, ofRequest)) {
    const answer = await callRoute(bankRowRoutes.lookUpBankRows, { body: { rows: batch } });
    known.push(...batch.flatMap((row, index) => (answer.rows[index] ? { row, ...answer.rows[index] } : [])));
    onProgress(known.length);
  }
  return known;
};

type Method = Extract<LedgerEntry, { kind: 'payment' }>['method'];

/** Records rows in several requests. After a failure the same press reports again to `onDone` what was recorded. */
export const recordRows = async (
  rows: readonly { readonly row: BankRow; readonly parent_id: FamilyId }[],
  options: { readonly method: Method; readonly receipt: boolean; readonly press: IdempotencyKey },
  onDone: (rows: readonly BankRow[], outcome: 'recorded' | 'known') => void,
): Promise<void> => {
  for (const batch of batchesOf(rows, ofRequest)) {
    const { outcomes } = await callRoute(bankRowRoutes.recordBankRows, { body: { rows: batch, ...options } });
    for (const outcome of ['recorded', 'known'] as const)
      onDone(
        batch.filter((_, index) => outcomes[index] === outcome).map(({ row }) => row),
        outcome,
      );
  }
};

export const storeUnassignedRows = async (rows: readonly BankRow[], method: Method): Promise<number> => {
  let added = 0;
  for (const batch of batchesOf(rows, ofRequest)) {
    const { outcomes } = await callRoute(bankRowRoutes.keepBankRows, { body: { rows: batch, method } });
    added += outcomes.filter((outcome) => outcome === 'unassigned').length;
  }
  return added;
};

/** Ticks rows of families that still owe something after the rows before (DUE-01), unless recorded by hand (BNK-03). */
export const tickedRows = (known: readonly KnownRow[]): ReadonlySet<KnownRow> => {
  const paid = new Map<FamilyId, number>();
  const ticked = known.filter(({ row, state, match }) => {
    if (match?.by !== 'reference' || (state !== 'new' && state !== 'unassigned') || match.is_repeated)
      return false;
    const before = paid.get(match.parent_id) ?? 0;
    if (before >= match.due) return false;
    paid.set(match.parent_id, before + row.amount);
    return true;
  });
  return new Set(ticked);
};
