import { bankRowRoutes } from '#shared/bank/admin-routes';
import type { CheckedRow } from '#shared/bank/import';
import { type BankTable, findTable } from '#shared/bank/table';
import type { LedgerEntry } from '#shared/ledger/entry';
import type { BankRow } from '#shared/ledger/references';
import type { FamilyId, IdempotencyKey } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { callRoute } from '../../../lib/api/api-client.ts';
import { partsOf, type Reading } from '../tables/table-file.ts';

/** How a bank file is read. */
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

/** A row with what the school knows of it. */
export interface KnownRow extends CheckedRow {
  readonly row: BankRow;
}

const ofRequest = { rows: limits.bankRowsAtOnce, bytes: limits.requestBodyBytes };

/** Asks what is known of rows. */
export const checkRows = async (
  rows: readonly BankRow[],
  onProgress: (done: number) => void,
): Promise<readonly KnownRow[]> => {
  const known: KnownRow[] = [];
  for (const part of partsOf(rows, ofRequest)) {
    const answer = await callRoute(bankRowRoutes.lookUpBankRows, { body: { rows: part } });
    known.push(...part.flatMap((row, index) => (answer.rows[index] ? { row, ...answer.rows[index] } : [])));
    onProgress(known.length);
  }
  return known;
};

type Method = Extract<LedgerEntry, { kind: 'payment' }>['method'];

/**
 * Records rows part by part. What was recorded before a failure stays recorded: `onDone` was told of it, and the same press says
 * so again.
 */
export const recordRows = async (
  rows: readonly { readonly row: BankRow; readonly parent_id: FamilyId }[],
  options: { readonly method: Method; readonly receipt: boolean; readonly press: IdempotencyKey },
  onDone: (rows: readonly BankRow[], outcome: 'recorded' | 'known') => void,
): Promise<void> => {
  for (const part of partsOf(rows, ofRequest)) {
    const { outcomes } = await callRoute(bankRowRoutes.recordBankRows, { body: { rows: part, ...options } });
    for (const outcome of ['recorded', 'known'] as const)
      onDone(
        part.filter((_, index) => outcomes[index] === outcome).map(({ row }) => row),
        outcome,
      );
  }
};

/** Puts rows on the list of those to assign, part by part; those that are on it stay. @returns how many are new there */
export const keepRows = async (rows: readonly BankRow[], method: Method): Promise<number> => {
  let kept = 0;
  for (const part of partsOf(rows, ofRequest)) {
    const { outcomes } = await callRoute(bankRowRoutes.keepBankRows, { body: { rows: part, method } });
    kept += outcomes.filter((outcome) => outcome === 'unassigned').length;
  }
  return kept;
};

/**
 * The rows that are ticked at first: those with the reference of a family of which something is still due after the rows
 * before them (DUE-01), and that are not recorded by hand already (BNK-03).
 */
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
