import { cleanLine } from '#shared/domain/text/clean-text';
import { limits } from '#shared/limits';
import { readBankAmount } from './bank-amount.ts';
import { readBankDay } from './bank-day.ts';
import { cutText } from './bank-row-text.ts';

/** Splits a text into rows of cells. */
export type SplitRows = (text: string, delimiter: string) => readonly (readonly string[])[];

/** The rows of a file below its heading. */
export interface BankTable {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const delimiters = [',', ';', '\t', '|'];

/** Lines about the account before the heading: banks write up to eight. */
const mostPreambleRows = 12;

const isDay = (cell: string): boolean =>
  readBankDay(cell, 'day-first') !== undefined || readBankDay(cell, 'month-first') !== undefined;

const isAmount = (cell: string): boolean => {
  const read = readBankAmount(cell);
  return 'cents' in read ? /\d/.test(cell) : read.issue === 'currency';
};

/** A heading names at least a date, an amount and one more, and none of its cells is a date or an amount. */
const isHeading = (cells: readonly string[]): boolean => {
  const named = cells.filter((cell) => cell !== '');
  return named.length >= 2 && named.every((cell) => !isDay(cell) && !isAmount(cell));
};

const isEntry = (cells: readonly string[]): boolean => cells.some(isDay) && cells.some(isAmount);

const findIn = (split: readonly (readonly string[])[]): BankTable | undefined => {
  const cleaned = split.map((cells) => cells.map(cleanLine));
  const rows = cleaned.filter((cells) => cells.some((cell) => cell !== ''));
  const first = rows.findIndex(isEntry);
  const heading = rows[first - 1];
  if (!heading || first > mostPreambleRows || !isHeading(heading)) return undefined;
  return { heading, rows: rows.slice(first) };
};

/**
 * Finds the heading and the rows of a bank file, whatever separates its columns and however many lines stand before it.
 * The heading is the line before the first one with a date and an amount.
 * @returns undefined where there is none
 */
export const findTable = (text: string, splitRows: SplitRows): BankTable | undefined =>
  delimiters
    .flatMap((delimiter) => findIn(splitRows(text, delimiter)) ?? [])
    .toSorted((one, other) => other.heading.length - one.heading.length)[0];

/** What identifies the files of a bank: their heading, in small letters. */
export const headingText = (heading: readonly string[]): string =>
  cutText(JSON.stringify(heading.map((cell) => cell.toLowerCase())), limits.bankHeadingLength);
