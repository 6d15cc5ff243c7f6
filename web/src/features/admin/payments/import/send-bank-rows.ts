import { adminRoutes } from '#shared/contract/admin-routes';
import { limits } from '#shared/limits';
import type { CheckedRow } from '#shared/schemas/bank-import';
import type { BankRow } from '#shared/schemas/bank-row';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { callRoute } from '../../../../lib/api/api-client.ts';

/** A row with what the school knows of it. */
export interface KnownRow extends CheckedRow {
  readonly row: BankRow;
}

/** What a request holds besides its rows. */
const spareBytes = 500;

/** Rows in parts that a request holds. */
export const partsOf = <Row>(rows: readonly Row[]): Row[][] => {
  const parts: Row[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = new TextEncoder().encode(JSON.stringify(row)).length + 1;
    const part = parts.at(-1);
    const fits = bytes + size <= limits.requestBodyBytes - spareBytes;
    if (part && fits && part.length < limits.bankRowsAtOnce) {
      part.push(row);
      bytes += size;
    } else {
      parts.push([row]);
      bytes = size;
    }
  }
  return parts;
};

/** Asks what is known of rows. */
export const checkRows = async (
  rows: readonly BankRow[],
  onProgress: (done: number) => void,
): Promise<readonly KnownRow[]> => {
  const known: KnownRow[] = [];
  for (const part of partsOf(rows)) {
    const answer = await callRoute(adminRoutes.lookUpBankRows, { body: { rows: part } });
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
  rows: readonly { readonly row: BankRow; readonly parent_id: UserId }[],
  options: { readonly method: Method; readonly receipt: boolean; readonly press: IdempotencyKey },
  onDone: (rows: readonly BankRow[], outcome: 'recorded' | 'known') => void,
): Promise<void> => {
  for (const part of partsOf(rows)) {
    const { outcomes } = await callRoute(adminRoutes.recordBankRows, { body: { rows: part, ...options } });
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
  for (const part of partsOf(rows)) {
    const { outcomes } = await callRoute(adminRoutes.keepBankRows, { body: { rows: part, method } });
    kept += outcomes.filter((outcome) => outcome === 'unassigned').length;
  }
  return kept;
};
