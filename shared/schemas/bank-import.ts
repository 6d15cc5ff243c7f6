import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { bankRowSchema } from './bank-row.ts';
import { userIdSchema } from './ids.ts';
import { paymentMethodSchema } from './ledger-entry.ts';
import { paymentReferenceSchema } from './payment-reference.ts';
import { signedCentsSchema } from './signed-cents.ts';

const some = <Row extends z.ZodMiniType>(row: Row) =>
  z.array(row).check(z.minLength(1), z.maxLength(limits.bankRowsAtOnce));

export const lookUpBankRowsSchema = z.strictObject({ rows: some(bankRowSchema) });

/** What an import knows of a row before it is recorded (BNK-02, BNK-03). */
const checkedRowSchema = z.object({
  /** `taken-back`: it was recorded, and the payment was taken back. It can be recorded again. */
  state: z.enum(['new', 'recorded', 'taken-back']),
  /** The family that it is for, as far as its text, its payer or its amount tell. */
  match: z.nullable(
    z.object({
      by: z.enum(['reference', 'payer', 'amount']),
      parent_id: userIdSchema,
      full_name: z.string(),
      reference: z.nullable(paymentReferenceSchema),
      balance: signedCentsSchema,
      /** Whether the family has a payment of this amount within some days already. */
      is_repeated: z.boolean(),
    }),
  ),
});
export type CheckedRow = z.infer<typeof checkedRowSchema>;

export const checkedRowsSchema = z.object({ rows: z.array(checkedRowSchema) });

export const recordBankRowsSchema = z.strictObject({
  rows: some(z.strictObject({ row: bankRowSchema, parent_id: userIdSchema })),
  method: paymentMethodSchema,
  /** Whether each family gets a receipt by email (PAY-06). */
  receipt: z.boolean(),
});

/** What became of each row: `known` was recorded before, `gone` names no family. */
export const recordedRowsSchema = z.object({ outcomes: z.array(z.enum(['recorded', 'known', 'gone'])) });
