import * as z from 'zod/mini';
import { readDollars } from '#shared/domain/text/typed-number';
import { limits } from '#shared/limits';
import { lengthFirst } from './values.ts';

/** An amount that an administrator records: from $0.01 to $1,000,000.00, in cents (PAY-11). */
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

/** The dollar text of a form, as `readDollars` reads it, to the amount in cents (PAY-11). */
export const amountTextSchema = z.pipe(
  z.pipe(
    z.string(required).check(lengthFirst(limits.typedNumberLength), ({ value, issues }) => {
      const amount = readDollars(value);
      if (typeof amount === 'string')
        issues.push({ code: 'custom', input: value, message: amountIssues[amount] });
    }),
    // Text of more digits than a number holds is too large in any case.
    z.transform((text) => Math.min(Number(readDollars(text)), Number.MAX_SAFE_INTEGER)),
  ),
  amountSchema,
);
