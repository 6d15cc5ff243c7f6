import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { amountSchema } from './amount.ts';
import { atMost, calendarDateSchema, typedLine } from './values.ts';

/** Identifies a row of a bank file over all files: a hash of what the file says of it (BNK-04). */
export const bankRowIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'Unknown row'))
  .brand<'BankRowId'>();
export type BankRowId = z.infer<typeof bankRowIdSchema>;

/** Money that came in, as a bank file has it. */
export const bankRowSchema = z.strictObject({
  /** Made where the file is read: the other cells of a row stay there. */
  id: bankRowIdSchema,
  day: calendarDateSchema,
  amount: amountSchema,
  /** What the bank says about it, without the payer. May be empty. */
  text: typedLine('Use text').check(atMost(limits.bankTextLength)),
  /** Who paid; empty where the file does not say. */
  payer: typedLine('Use text').check(atMost(limits.bankPayerLength)),
});
export type BankRow = z.infer<typeof bankRowSchema>;
