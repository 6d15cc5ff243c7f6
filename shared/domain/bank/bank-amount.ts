import { cleanLine } from '#shared/domain/text/clean-text';
import { readDollars } from '#shared/domain/text/typed-number';
import { limits } from '#shared/limits';
import { isCurrency, isOtherCurrency } from './bank-words.ts';

/** The sign that separates the cents in a column of amounts. */
export type DecimalSign = ',' | '.';

/** An amount of a bank file: in cents, 0 or more, with its direction. */
interface BankAmount {
  readonly cents: number;
  readonly isOutgoing: boolean;
}

export type BankAmountIssue =
  | { readonly issue: 'empty' | 'unreadable' }
  | { readonly issue: 'currency'; readonly currency: string };

const minus = /[-\u2010-\u2015\u2212\uFE63\uFF0D]/gu;
/** Words for the direction that stand behind an amount: credit and debit in English, in German "Haben" and "Soll". */
const directionBehind = /(?<=[\d.,)\s])\s*(CR|DR|DB|C|D|H|S)\.?$/i;
const outgoingWords = new Set(['DR', 'DB', 'D', 'S']);

/** Takes away what some programs write around a number to keep it text: ="12.00", '12.00. */
const unguarded = (text: string): string =>
  cleanLine(text)
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '');

/** "20.0000" has two decimals: four or more digits are no group of thousands. */
const withoutTrailingZeros = (text: string): string => text.replace(/([.,]\d\d)0{2,}$/, '$1');

const readCents = (digits: string, decimals: DecimalSign | null): number | undefined => {
  const typed = readDollars(withoutTrailingZeros(digits));
  if (typeof typed === 'number') return typed;
  // "1.250" is whole where the other amounts of the column have a decimal comma, and the other way round.
  if (decimals && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && !digits.includes(decimals))
    return Number(`${digits.replace(/\D/g, '')}00`);
  return undefined;
};

/** What stands around the digits of an amount: signs, and a currency as a sign, a code or a word. */
const around = [
  /^(?<sign>[-+])\s*/u,
  /\s*(?<sign>[-+])$/u,
  /^\((?<inside>.*)\)$/u,
  /^(?<currency>\p{L}{0,3}\p{Sc}|\p{L}{2,5}\.?)\s*(?=[-+(]?\s*[\d.,])/u,
  /(?<=[\d.,)-])\s*(?<currency>\p{L}{0,3}\p{Sc}|\p{L}{2,5}\.?)$/u,
] as const;

/** Takes signs, parentheses and currencies from around the digits. */
const unwrapped = (text: string) => {
  let digits = text.trim();
  const [signs, currencies]: [string[], string[]] = [[], []];
  for (;;) {
    const found = around
      .map((shape) => shape.exec(digits))
      .find((match) => match && (!match.groups?.currency || isCurrency(match.groups.currency)));
    if (!found) return { digits, signs, currencies };
    const { sign, currency, inside } = found.groups ?? {};
    signs.push(...(sign ? [sign] : inside === undefined ? [] : ['-']));
    if (currency) currencies.push(currency);
    digits = (inside ?? digits.replace(found[0], '')).trim();
  }
};

/**
 * Reads an amount of a bank file: "1,250.00", "1.250,00", "1 250,00", "-20.00", "20.00-", "(20.00)", "+20.00", "20.00 CR",
 * "20,00 S", "$20.00". @param decimals what `decimalSignOf` says of the column
 */
export const readBankAmount = (
  text: string,
  decimals: DecimalSign | null = null,
): BankAmount | BankAmountIssue => {
  // What stands around an amount is taken away piece by piece, each time from a text of this length.
  if (text.length > limits.bankValueLength) return { issue: 'unreadable' };
  const cell = unguarded(text).replace(minus, '-');
  if (cell === '' || cell === '-') return { issue: 'empty' };
  const direction = directionBehind.exec(cell)?.[1]?.toUpperCase();
  const { digits, signs, currencies } = unwrapped(cell.replace(directionBehind, ''));
  const other = currencies.find(isOtherCurrency);
  const cents = readCents(digits, decimals);
  if (cents === undefined || signs.length > 1) return { issue: 'unreadable' };
  if (other) return { issue: 'currency', currency: other };
  return { cents, isOutgoing: signs[0] === '-' || outgoingWords.has(direction ?? '') };
};

/** An amount that can be read in two ways: "1.000" is a thousand, or one with three decimals. */
export const isUnclearAmount = (cell: string): boolean =>
  cell.length <= limits.bankValueLength &&
  /^\d{1,3}[.,]\d{3}$/.test(unwrapped(unguarded(cell).replace(minus, '-')).digits);

/** Whether a cell looks like an amount, in any currency. */
export const looksLikeAmount = (cell: string): boolean => {
  if (cell.length > limits.bankValueLength || !/\d/.test(cell)) return false;
  const read = readBankAmount(cell);
  return 'cents' in read || read.issue === 'currency' || isUnclearAmount(cell);
};

/** The sign before two last digits in the amounts of a column; null where there is none, or both. */
export const decimalSignOf = (cells: readonly string[]): DecimalSign | null => {
  const short = cells.filter((cell) => cell.length <= limits.bankValueLength);
  const has = (sign: RegExp) => short.some((cell) => sign.test(unguarded(cell)));
  const [comma, point] = [has(/,\d{1,2}(?!\d)/), has(/\.\d{1,2}(?!\d)/)];
  if (comma === point) return null;
  return comma ? ',' : '.';
};
