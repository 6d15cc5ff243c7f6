import * as z from 'zod/mini';
import { parseDollars } from '#shared/domain/pricing/money';

/** An amount that an administrator records: from $0.01 to $1,000,000.00, in cents (PAY-11). */
export const amountSchema = z
  .int('Use whole cents')
  .check(z.minimum(1, 'Use at least $0.01'), z.maximum(100_000_000, 'Use at most $1,000,000.00'))
  .brand<'Cents'>();

const required = 'Please enter an amount';

/** The dollar text of a form, as `parseDollars` reads it, to the amount in cents (PAY-11). */
export const amountTextSchema = z.pipe(
  z.pipe(
    z.string(required).check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      // The second character is the typographic minus, U+2212.
      z.regex(/^[^-−]/u, { error: 'Use an amount without a minus', abort: true }),
      z.regex(/^\d+(?:\.\d+)?$/, { error: 'Use an amount like 25.00', abort: true }),
      z.regex(/^\d+(?:\.\d{1,2})?$/, { error: 'Use at most two decimals', abort: true }),
    ),
    // A text of this form without a value has more digits than a number holds: it is too large in any case.
    z.transform((text) => parseDollars(text) ?? Number.MAX_SAFE_INTEGER),
  ),
  amountSchema,
);
