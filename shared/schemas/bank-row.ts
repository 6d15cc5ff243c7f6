import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { amountSchema } from './amount.ts';
import { atMost, calendarDateSchema, typedLine } from './values.ts';

/** Identifies a row of a bank file over all files: a hash of what `bankRowText` writes (BNK-02). */
export const bankRowIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'Unknown row'))
  .brand<'BankRowId'>();
export type BankRowId = z.infer<typeof bankRowIdSchema>;

/** Money that came in, as a bank file has it. */
export const bankRowSchema = z.strictObject({
  day: calendarDateSchema,
  amount: amountSchema,
  /** What the bank says about it, without the payer. May be empty. */
  text: typedLine('Use text').check(atMost(limits.bankTextLength)),
  /** Who paid; empty where the file does not say. */
  payer: typedLine('Use text').check(atMost(limits.bankPayerLength)),
  /** Its number, from 1, among the rows of its file with the same day, amount, text and payer. */
  number: z.int().check(z.minimum(1), z.maximum(limits.bankFileRows)),
});
export type BankRow = z.infer<typeof bankRowSchema>;
