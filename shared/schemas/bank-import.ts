import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { bankColumnsSchema } from './bank-columns.ts';
import { bankRowIdSchema, bankRowSchema } from './bank-row.ts';
import { reasonSchema } from './entry-input.ts';
import { idempotencyKeySchema, userIdSchema } from './ids.ts';
import { paymentMethodSchema } from './ledger-entry.ts';
import { paymentReferenceSchema } from './payment-reference.ts';
import { offsetSchema } from './payments.ts';
import { signedCentsSchema } from './signed-cents.ts';
import { calendarDateSchema, centsSchema } from './values.ts';

const headingSchema = z.string().check(z.minLength(1), z.maxLength(limits.bankHeadingLength));

/** The heading of a file, as `headingText` writes it. */
export const lookUpBankColumnsSchema = z.strictObject({ heading: headingSchema });

export const keepBankColumnsSchema = z.strictObject({ heading: headingSchema, columns: bankColumnsSchema });

/** The columns as they were named last; null for a heading that is new. */
export const knownBankColumnsSchema = z.object({ columns: z.nullable(bankColumnsSchema) });

const some = <Row extends z.ZodMiniType>(row: Row) =>
  z.array(row).check(z.minLength(1), z.maxLength(limits.bankRowsAtOnce));

export const lookUpBankRowsSchema = z.strictObject({ rows: some(bankRowSchema) });

/** A family that a row may be for, and why. */
const proposalSchema = z.object({
  by: z.enum(['reference', 'payer', 'amount']),
  parent_id: userIdSchema,
  full_name: z.string(),
  reference: z.nullable(paymentReferenceSchema),
  balance: signedCentsSchema,
  /** What of it is due. */
  due: centsSchema,
  /** Whether the family has a payment of this amount within some days already. */
  is_repeated: z.boolean(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** What an import knows of a row before it is recorded (BNK-02, BNK-03). */
const checkedRowSchema = z.object({
  /**
   * `unassigned`: it is on the list of those to assign. `taken-back`: it was recorded, and the payment was taken back. It can be
   * recorded again. `ignored`: an administrator decided that it is no payment.
   */
  state: z.enum(['new', 'unassigned', 'recorded', 'taken-back', 'ignored']),
  /** Why it was ignored; else null. */
  reason: z.nullable(z.string()),
  /** The family that it is for, as far as its text, its payer or its amount tell; null where it was decided. */
  match: z.nullable(proposalSchema),
  /** The names of the families whose references its text has, where these are several: nobody is proposed. */
  several: z.array(z.string()),
});
export type CheckedRow = z.infer<typeof checkedRowSchema>;

export const checkedRowsSchema = z.object({ rows: z.array(checkedRowSchema) });

export const recordBankRowsSchema = z.strictObject({
  rows: some(z.strictObject({ row: bankRowSchema, parent_id: userIdSchema })),
  method: paymentMethodSchema,
  /** Whether each family gets a receipt by email (PAY-06). */
  receipt: z.boolean(),
  /** The press: sent again after a lost answer, the rows that it recorded are `recorded`, and not `known`. */
  press: idempotencyKeySchema,
});

/** What became of each row: `known` was decided before this press, `gone` names no family. */
export const recordedRowsSchema = z.object({ outcomes: z.array(z.enum(['recorded', 'known', 'gone'])) });

export const keepBankRowsSchema = z.strictObject({ rows: some(bankRowSchema), method: paymentMethodSchema });

/** What became of each row: `known` was on the list, or decided, before. */
export const keptRowsSchema = z.object({ outcomes: z.array(z.enum(['unassigned', 'known'])) });

/** A row that waits for an administrator (BNK-03). */
export const unassignedRowSchema = z.object({
  ...bankRowSchema.shape,
  method: paymentMethodSchema,
  /** Whether text and payer were removed, since they led to a family that was erased. */
  is_erased: z.boolean(),
});
export type UnassignedRow = z.infer<typeof unassignedRowSchema>;

/** Names an unassigned row: its day is a part of its key. */
export const unassignedRowParams = z.strictObject({ day: calendarDateSchema, rowId: bankRowIdSchema });

export const listUnassignedRowsSchema = z.strictObject({ cursor: z.optional(offsetSchema) });

export const unassignedRowPageSchema = z.object({
  rows: z.array(
    z.extend(unassignedRowSchema, { match: z.nullable(proposalSchema), several: z.array(z.string()) }),
  ),
  total: z.int(),
  next_cursor: z.nullable(offsetSchema),
});
export type ListedUnassignedRow = z.infer<typeof unassignedRowPageSchema>['rows'][number];

export const assignUnassignedRowSchema = z.strictObject({ parent_id: userIdSchema, receipt: z.boolean() });

export const ignoreUnassignedRowSchema = z.strictObject({ reason: reasonSchema });
