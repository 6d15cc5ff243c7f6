import { cleanLine, plainDigits } from './clean-text.ts';

/** Digits, points and commas of every script as those of English. */
const plainNumber = (text: string): string =>
  plainDigits(cleanLine(text)).replaceAll('\u066B', '.').replaceAll('\u066C', ',').replaceAll('\u2019', "'");

/** "1,250", "1 250", "1'250": groups of three digits with one separator. */
const grouped = (separators: string): string => `[1-9]\\d{0,2}([${separators}])\\d{3}(?:\\1\\d{3})*`;

const wholeNumber = new RegExp(`^(?:\\d+|${grouped(", '")})$`);

/** A whole number as it was typed: "12", "1,250"; undefined for any other text, such as one with a sign or decimals. */
export const readWhole = (text: string): number | undefined => {
  const typed = plainNumber(text);
  return wholeNumber.test(typed) ? Number(typed.replace(/\D/g, '')) : undefined;
};

/** Whole dollars, in groups or not. A point can separate the groups where another sign separates the cents. */
const dollars = new RegExp(`^(?:\\d+|${grouped(", '")}|[1-9]\\d{0,2}(?:\\.\\d{3}){2,})$`);
const dollarsBeforeComma = /^(?:\d*|[1-9]\d{0,2}(?:[. ']\d{3})+)$/;
const dollarsBeforePoint = new RegExp(`^(?:\\d*|${grouped(", '")})$`);

export type AmountIssue = 'missing' | 'negative' | 'decimals' | 'unclear';

/**
 * Reads an amount of dollars as people write it: "20", "20.5", "22,50", "$1,250.00", "1.250,00", "1 250". A point or comma
 * before one or two last digits separates the cents, wherever the writer comes from. "1.250" can be read in two ways and is
 * refused. Calculates in whole numbers, so "1.15" is exactly 115.
 * @returns the amount in cents, not limited, or why it cannot be read
 */
export const readDollars = (text: string): number | AmountIssue => {
  const typed = plainNumber(text).replace(/^(?:USD|US)?\s*\$\s*|^USD\s+|\s*(?:\$|USD)$/giu, '');
  if (typed === '') return 'missing';
  if (/^[\p{Pd}\u2212]/u.test(typed)) return 'negative';
  if (dollars.test(typed)) return Number(`${typed.replace(/\D/g, '')}00`);
  const [, whole = '', separator, cents = ''] = /^(.*)([.,])(\d+)$/.exec(typed) ?? [];
  const isWhole = (separator === ',' ? dollarsBeforeComma : dollarsBeforePoint).test(whole);
  if (!separator || !isWhole) return 'unclear';
  return cents.length > 2 ? 'decimals' : Number(`${whole.replace(/\D/g, '')}${cents.padEnd(2, '0')}`);
};
