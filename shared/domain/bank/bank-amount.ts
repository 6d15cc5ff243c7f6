import { cleanLine } from '#shared/domain/text/clean-text';
import { readDollars } from '#shared/domain/text/typed-number';

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

/** The currency in which the school is paid, as bank files name it. */
const ownCurrency = /^(?:USD|US\$|\$)$/i;

/** Whether a cell of a currency column, or a sign beside an amount, is another currency than the school's. */
export const isOtherCurrency = (text: string): boolean => text !== '' && !ownCurrency.test(text);

const minus = /[-\u2010-\u2015\u2212\uFE63\uFF0D]/gu;
/** Words for the direction that stand behind an amount: credit and debit in English, in German "Haben" and "Soll". */
const directionBehind = /\s*(CR|DR|DB|H|S)\.?$/i;
const outgoingWords = new Set(['DR', 'DB', 'S']);

/** A currency before or behind the digits: a sign, or three letters. */
const currencyBeside = /^(\p{Sc}|US\$|[A-Z]{3})\s*(?=\d|[.,]\d)|(?<=\d)\s*(\p{Sc}|[A-Z]{3})$/giu;

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

/**
 * Reads an amount of a bank file: "1,250.00", "1.250,00", "1 250,00", "-20.00", "20.00-", "(20.00)", "+20.00", "20.00 CR",
 * "20,00 S", "$20.00". @param decimals what `decimalSignOf` says of the column
 */
export const readBankAmount = (
  text: string,
  decimals: DecimalSign | null = null,
): BankAmount | BankAmountIssue => {
  const cell = unguarded(text).replace(minus, '-');
  if (cell === '' || cell === '-') return { issue: 'empty' };
  const inParentheses = /^\((.*)\)$/.exec(cell)?.[1];
  const direction = directionBehind.exec(cell)?.[1]?.toUpperCase();
  const bare = (inParentheses ?? cell).replace(directionBehind, '').replace(/\s/g, ' ').trim();
  const signs = bare.match(/[-+]/g) ?? [];
  const unsigned = bare.replace(/^([-+])\s*|\s*([-+])$/g, '').replace(/^(\p{Sc}|[A-Z]{3})\s*[-+]\s*/iu, '$1');
  const currencies = [...unsigned.matchAll(currencyBeside)].map(
    ([, before, behind]) => before ?? behind ?? '',
  );
  const other = currencies.find(isOtherCurrency);
  const cents = readCents(unsigned.replace(currencyBeside, ''), decimals);
  if (cents === undefined || signs.length > 1) return { issue: 'unreadable' };
  if (other) return { issue: 'currency', currency: other };
  const isOutgoing = signs[0] === '-' || inParentheses !== undefined || outgoingWords.has(direction ?? '');
  return { cents, isOutgoing };
};

/** The sign before two last digits in the amounts of a column; null where there is none, or both. */
export const decimalSignOf = (cells: readonly string[]): DecimalSign | null => {
  const has = (sign: RegExp) => cells.some((cell) => sign.test(unguarded(cell)));
  const [comma, point] = [has(/,\d{1,2}(?!\d)/), has(/\.\d{1,2}(?!\d)/)];
  if (comma === point) return null;
  return comma ? ',' : '.';
};
