import { cleanLine } from '#shared/domain/text/clean-text';
import { limits } from '#shared/limits';
import { looksLikeAmount, readBankAmount } from './bank-amount.ts';
import { looksLikeDay } from './bank-day.ts';
import { cutText } from './bank-row-text.ts';
import { isCurrency } from './bank-words.ts';
import { headingKinds } from './heading-words.ts';

/** Splits a text into rows of cells. */
export type SplitRows = (text: string, delimiter: string) => readonly (readonly string[])[];

/** The rows of a file below its heading. */
export interface BankTable {
  /** "Column 1", "Column 2" where the file has none. */
  readonly heading: readonly string[];
  readonly hasHeading: boolean;
  readonly rows: readonly (readonly string[])[];
  /** The currency that lines above the heading name. */
  readonly currency?: string | undefined;
}

const delimiters = [',', ';', '\t', '|'];

/** Lines about the account before the heading, or before the rows of a file without one. */
const mostPreambleRows = 30;

const named = (cells: readonly string[]): string[] => cells.filter((cell) => cell !== '');

/** A heading names at least two columns, and none of its cells is a date or an amount. */
const isHeading = (cells: readonly string[]): boolean =>
  named(cells).length >= 2 && named(cells).every((cell) => !looksLikeDay(cell) && !looksLikeAmount(cell));

/** The heading names a date and an amount in words that are known. */
const isKnownHeading = (cells: readonly string[]): boolean => {
  const kinds = new Set(cells.flatMap(headingKinds));
  return (
    isHeading(cells) && kinds.has('day') && ['amount', 'incoming', 'outgoing'].some((kind) => kinds.has(kind))
  );
};

/** A row has a date and an amount, in two cells. */
const isEntry = (cells: readonly string[]): boolean => {
  const day = cells.findIndex(looksLikeDay);
  return day >= 0 && cells.some((cell, index) => index !== day && looksLikeAmount(cell));
};

/** A row of a table that nothing is known of: several cells, one of them with a number. */
const isAnyRow = (cells: readonly string[]): boolean =>
  named(cells).length >= 2 && cells.some((cell) => looksLikeDay(cell) || looksLikeAmount(cell));

const currencyIn = (rows: readonly (readonly string[])[]): string | undefined => {
  for (const cell of rows.flat()) {
    const read = readBankAmount(cell);
    if ('issue' in read && read.issue === 'currency') return read.currency;
    if (isCurrency(cell)) return cell;
  }
  return undefined;
};

const withoutHeading = (rows: readonly (readonly string[])[], first: number): BankTable => {
  const columns = rows.slice(first).reduce((most, cells) => Math.max(most, cells.length), 0);
  return {
    heading: Array.from({ length: columns }, (_, index) => `Column ${index + 1}`),
    hasHeading: false,
    rows: rows.slice(first),
    currency: currencyIn(rows.slice(0, first)),
  };
};

/** The heading is a line with known words, else the last line before the first row with which it has its columns in common. */
const findIn = (
  split: readonly (readonly string[])[],
): (BankTable & { readonly entries: number }) | undefined => {
  const rows = split.map((cells) => cells.map(cleanLine)).filter((cells) => named(cells).length > 0);
  const first = rows.findIndex(isEntry);
  const begin = first >= 0 ? first : rows.findIndex(isAnyRow);
  const before = rows.slice(0, Math.max(0, Math.min(begin, mostPreambleRows)));
  if (begin < 0) return undefined;
  const known = before.findLastIndex(isKnownHeading);
  const columns = named(rows[begin] ?? []).length;
  const other = before.findLastIndex((cells) => isHeading(cells) && named(cells).length >= columns);
  const index = known >= 0 ? known : other;
  const heading = rows[index];
  const entries = rows.filter(isEntry).length;
  if (!heading) {
    // A few lines of prose with commas are no table.
    const isTable = entries > 0 || rows.filter(isAnyRow).length >= 2;
    return isTable ? { ...withoutHeading(rows, begin), entries } : undefined;
  }
  const currency = currencyIn(rows.slice(0, index));
  return { heading, hasHeading: true, rows: rows.slice(index + 1), currency, entries };
};

/**
 * Finds the heading and the rows of a bank file, whatever separates its columns and however many lines stand before it, or
 * between heading and rows (BNK-05).
 * @returns undefined where there is no table
 */
export const findTable = (text: string, splitRows: SplitRows): BankTable | undefined => {
  const found = delimiters
    .flatMap((delimiter) => findIn(splitRows(text, delimiter)) ?? [])
    .toSorted((one, other) => other.entries - one.entries || other.heading.length - one.heading.length)[0];
  if (!found) return undefined;
  const { entries: _, ...table } = found;
  return table;
};

/** What a cell is, roughly: files without a heading are of one bank where their columns are of the same kinds. */
const kindOf = (cell: string): string => {
  if (cell === '') return '';
  if (looksLikeDay(cell)) return 'date';
  return looksLikeAmount(cell) ? 'amount' : 'text';
};

/** What identifies the files of a bank: their heading, in small letters; without one, the kinds of their first row. */
export const headingText = ({ heading, hasHeading, rows }: BankTable): string => {
  const cells = hasHeading ? heading.map((cell) => cell.toLowerCase()) : ['', ...(rows[0] ?? []).map(kindOf)];
  return cutText(JSON.stringify(cells), limits.bankHeadingLength);
};
