import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { paymentMethodSchema } from './ledger-entry.ts';

/** A column by its place in the heading, from 0: two columns may have the same heading. */
const columnSchema = z.int().check(z.minimum(0), z.maximum(limits.bankFileColumns - 1));

/** Which columns of a file have what an import needs (BNK-01). */
export const bankColumnsSchema = z.strictObject({
  day: columnSchema,
  /** The amount with its sign, or, where there is a column for outgoing amounts, what came in. */
  amount: columnSchema,
  outgoing: z.nullable(columnSchema),
  /** Says with "Credit" or "Debit", or the like, whether an amount came in. */
  direction: z.nullable(columnSchema),
  currency: z.nullable(columnSchema),
  /** Says whether the money came in for sure: "Completed", "Paid". */
  status: z.nullable(columnSchema),
  payer: z.nullable(columnSchema),
  /** What the bank says about a row, without the payer. */
  text: z.array(columnSchema).check(z.maxLength(8)),
  /** Columns that look like a currency, a state or a direction, and are none of these. */
  neither: z._default(z.array(columnSchema).check(z.maxLength(limits.bankFileColumns)), []),
  /** How amounts are read that can be read in two ways, as "1.000"; null where no file left it open. */
  decimal_sign: z._default(z.nullable(z.enum([',', '.'])), null),
  /** How dates are read that can be read in two ways; null where no file left it open. */
  day_order: z.nullable(z.enum(['day-first', 'month-first'])),
  /** How the families paid. */
  method: paymentMethodSchema,
});
export type BankColumns = z.infer<typeof bankColumnsSchema>;
