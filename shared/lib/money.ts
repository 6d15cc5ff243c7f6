import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { cleanLine, grouped, plainDigits } from './text.ts';
import { type Cents, centsSchema, lengthFirst } from './values.ts';

/** Whole cents (US dollars), of either sign. */
export const signedCentsSchema = z.int('Use whole cents').brand<'SignedCents'>();
export type SignedCents = z.infer<typeof signedCentsSchema>;

/** Writes the digits of every script as in English. */
const plainNumber = (text: string): string =>
  plainDigits(cleanLine(text)).replaceAll('\u066B', '.').replaceAll('\u066C', ',').replaceAll('\u2019', "'");

const inGroups = (separators: string): string => `[1-9]\\d{0,2}([${separators}])\\d{3}(?:\\1\\d{3})*`;

const wholeNumber = new RegExp(`^(?:\\d+|${inGroups(", '")})$`);

export const readWhole = (text: string): number | undefined => {
  const typed = plainNumber(text);
  return wholeNumber.test(typed) ? Number(typed.replace(/\D/g, '')) : undefined;
};

/** A point can separate groups where another sign separates the cents. */
const dollars = new RegExp(`^(?:\\d+|${inGroups(", '")}|[1-9]\\d{0,2}(?:\\.\\d{3}){2,})$`);
const dollarsBeforeComma = /^(?:\d*|[1-9]\d{0,2}(?:[. ']\d{3})+)$/;
const dollarsBeforePoint = new RegExp(`^(?:\\d*|${inGroups(", '")})$`);

/** A sign, with code or country on either side, or a code. */
export const ownCurrencySign = String.raw`(?:USD?\s*)?\$(?:\s*USD?)?|USD`;
const beforeDollars = new RegExp(String.raw`^(?:${ownCurrencySign})(?![\p{L}$])\s*`, 'iu');
const afterDollars = new RegExp(String.raw`\s*(?:${ownCurrencySign})$`, 'iu');

type AmountIssue = 'missing' | 'negative' | 'decimals' | 'unclear';

/**
 * Reads "20", "20.5", "22,50", "$1,250.00", "1.250,00", "1 250". A point or comma before one or two last digits separates the
 * cents. Refuses the ambiguous "1.250". Exact, in whole numbers: "1.15" is 115.
 * @returns cents without a limit, or why the text cannot be read
 */
export const readDollars = (text: string): number | AmountIssue => {
  const typed = plainNumber(text).replace(beforeDollars, '').replace(afterDollars, '');
  if (typed === '') return 'missing';
  if (/^[\p{Pd}\u2212]/u.test(typed)) return 'negative';
  if (dollars.test(typed)) return Number(`${typed.replace(/\D/g, '')}00`);
  const [, whole = '', separator, cents = ''] = /^(.*)([.,])(\d+)$/.exec(typed) ?? [];
  const isWhole = (separator === ',' ? dollarsBeforeComma : dollarsBeforePoint).test(whole);
  if (!separator || !isWhole) return 'unclear';
  return cents.length > 2 ? 'decimals' : Number(`${whole.replace(/\D/g, '')}${cents.padEnd(2, '0')}`);
};

/** $0.01 to $1,000,000.00 in cents (PAY-11). */
export const amountSchema = z
  .int('Use whole cents')
  .check(z.minimum(1, 'Use at least $0.01'), z.maximum(100_000_000, 'Use at most $1,000,000.00'))
  .brand<'Cents'>();

const required = 'Please enter an amount';

const amountIssues = {
  missing: required,
  negative: 'Use an amount without a minus',
  decimals: 'Use at most two decimals',
  unclear: 'Use an amount like 25.00',
} as const;

/** From a form's text (PAY-11). */
export const amountTextSchema = z.pipe(
  z.pipe(
    z.string(required).check(lengthFirst(limits.typedNumberLength), ({ value, issues }) => {
      const amount = readDollars(value);
      if (typeof amount === 'string')
        issues.push({ code: 'custom', input: value, message: amountIssues[amount] });
    }),
    // More digits than a number holds are too large in any case.
    z.transform((text) => Math.min(Number(readDollars(text)), Number.MAX_SAFE_INTEGER)),
  ),
  amountSchema,
);

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** "$25.00", "$1,250.00", "-$20.00" (PRC-19). */
export const formatCents = (cents: Cents | SignedCents): string => {
  const amount = Math.abs(cents);
  const fraction = String(amount % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${grouped(Math.trunc(amount / 100))}.${fraction}`;
};

export const totalOf = (charges: readonly { readonly amount: Cents }[]): Cents =>
  centsSchema.parse(sum(charges.map(({ amount }) => amount)));
