import Papa from 'papaparse';
import type { CheckedRow } from '#shared/bank/import';
import { type BankTable, findTable } from '#shared/bank/table';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { LedgerEntry } from '#shared/ledger/entry';
import type { BankRow } from '#shared/ledger/references';
import type { IdempotencyKey, UserId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { callRoute } from '../../../lib/api/api-client.ts';

/** A file in UTF-16 begins with these bytes. */
const utf16 = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/** The text of a bank file: UTF-16 where its first bytes say so, else UTF-8, else what older programs of Windows write. */
export const decodeBankFile = (bytes: Uint8Array): string => {
  const marked = utf16.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return new TextDecoder(marked.encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** A quote that nobody closed would take all rows after it into its cell: then quotes are letters. */
const splitRows = (text: string, delimiter: string): string[][] => {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  return errors.some(({ code }) => code === 'MissingQuotes')
    ? Papa.parse<string[]>(text, { delimiter, quoteChar: '\0' }).data
    : data;
};

/** The table of a bank file, or what is wrong with the file. */
export const readBankFile = async (file: File): Promise<BankTable | string> => {
  if (file.size > limits.bankFileBytes)
    return 'This file is larger than 2 MB. Please export a shorter period.';
  const text = decodeBankFile(new Uint8Array(await file.arrayBuffer()));
  const lines = text.split(/\r\n?|\n/).length;
  if (lines > limits.bankFileLines)
    return `This file has ${lines} lines, and ${limits.bankFileLines} can be read. Please export a shorter period.`;
  const table = findTable(text, splitRows);
  if (!table)
    return 'No table with a date or an amount was found in this file. Please choose a text file with rows and columns, as CSV.';
  if (table.rows.length > limits.bankFileRows)
    return `This file has ${table.rows.length} rows, and ${limits.bankFileRows} can be read. Please export a shorter period.`;
  if (table.heading.length > limits.bankFileColumns)
    return `This file has ${table.heading.length} columns, and ${limits.bankFileColumns} can be read. Please choose another export.`;
  return table;
};

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

/**
 * The rows that are ticked at first: those with the reference of a family of which something is still due after the rows
 * before them (DUE-01), and that are not recorded by hand already (BNK-03).
 */
export const tickedRows = (known: readonly KnownRow[]): ReadonlySet<KnownRow> => {
  const paid = new Map<UserId, number>();
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
