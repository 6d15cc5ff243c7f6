import * as z from 'zod/mini';
import { balanceOf, type LedgerTotals } from '#shared/ledger/balance';
import { foldText, splitWords } from '#shared/lib/fold-text';
import { phoneKey } from '#shared/lib/phone-number';
import { limits } from '#shared/limits';
import { policies } from '#shared/policies';
import { paymentMethodSchema } from '../ledger/entry.ts';
import { offsetSchema, reasonSchema } from '../ledger/payments.ts';
import {
  type BankRow,
  bankRowIdSchema,
  bankRowSchema,
  type FamilyReferences,
  foldReference,
  paymentReferenceSchema,
  referencesOf,
} from '../ledger/references.ts';
import { type FamilyId, familyIdSchema, idempotencyKeySchema } from '../lib/ids.ts';
import { amountSchema, formatCents, signedCentsSchema, totalOf } from '../lib/money.ts';
import { type CalendarDate, type Cents, calendarDateSchema, centsSchema } from '../lib/values.ts';

/** The column's index, since two columns may have the same heading. */
const columnSchema = z.int().check(z.minimum(0), z.maximum(limits.bankFileColumns - 1));

/** The columns that an import needs (BNK-01). */
export const bankColumnsSchema = z.strictObject({
  day: columnSchema,
  /** With its sign or, beside a column for outgoing amounts, what came in. */
  amount: columnSchema,
  outgoing: z.nullable(columnSchema),
  /** "Credit", "Debit" or the like. */
  direction: z.nullable(columnSchema),
  currency: z.nullable(columnSchema),
  /** Whether the money came in for sure: "Completed", "Paid". */
  status: z.nullable(columnSchema),
  payer: z.nullable(columnSchema),
  /** The bank's text without the payer. */
  text: z.array(columnSchema).check(z.maxLength(8)),
  neither: z._default(z.array(columnSchema).check(z.maxLength(limits.bankFileColumns)), []),
  /** The reading of amounts such as "1.000"; null where no file left it open. */
  decimal_sign: z._default(z.nullable(z.enum([',', '.'])), null),
  /** The reading of ambiguous dates; null where no file left it open. */
  day_order: z.nullable(z.enum(['day-first', 'month-first'])),
  method: paymentMethodSchema,
});
export type BankColumns = z.infer<typeof bankColumnsSchema>;

const headingSchema = z.string().check(z.minLength(1), z.maxLength(limits.bankHeadingLength));

/** In the form of `headingText`. */
export const lookUpBankColumnsSchema = z.strictObject({ heading: headingSchema });

export const keepBankColumnsSchema = z.strictObject({ heading: headingSchema, columns: bankColumnsSchema });

/** Null for a new heading. */
export const knownBankColumnsSchema = z.object({ columns: z.nullable(bankColumnsSchema) });

const some = <Row extends z.ZodMiniType>(row: Row) =>
  z.array(row).check(z.minLength(1), z.maxLength(limits.bankRowsAtOnce));

export const lookUpBankRowsSchema = z.strictObject({ rows: some(bankRowSchema) });

const proposalSchema = z.object({
  by: z.enum(['reference', 'payer', 'amount']),
  parent_id: familyIdSchema,
  full_name: z.string(),
  reference: z.nullable(paymentReferenceSchema),
  balance: signedCentsSchema,
  due: centsSchema,
  /** The family has such a payment within some days already. */
  is_repeated: z.boolean(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** Where a row has several families' references, none is proposed. */
const severalSchema = z.array(
  z.object({
    parent_id: familyIdSchema,
    full_name: z.string(),
    reference: z.nullable(paymentReferenceSchema),
  }),
);

/** What is known of a row before it is recorded (BNK-02, BNK-03). */
const checkedRowSchema = z.object({
  /** `unassigned`: in the list. `taken-back`: can be recorded again. `ignored`: decided to be no payment. */
  state: z.enum(['new', 'unassigned', 'recorded', 'taken-back', 'ignored']),
  /** Null unless `ignored`. */
  reason: z.nullable(z.string()),
  match: z.nullable(proposalSchema),
  several: severalSchema,
});
export type CheckedRow = z.infer<typeof checkedRowSchema>;

export const checkedRowsSchema = z.object({ rows: z.array(checkedRowSchema) });

const payerOfRow = {
  parent_id: familyIdSchema,
  /** All of the row is this family's, even with the references of several (BNK-05). */
  whole: z._default(z.boolean(), false),
};

export interface RowShare {
  readonly parent_id: FamilyId;
  readonly amount: Cents;
}

/** Each cent goes once to one of several families (BNK-05). Undefined where the parts are right. */
export const sharesIssue = (amount: Cents, parts: readonly RowShare[]): string | undefined => {
  if (new Set(parts.map(({ parent_id }) => parent_id)).size < parts.length) return 'Name each family once';
  const total = totalOf(parts);
  return total === amount
    ? undefined
    : `These add up to ${formatCents(total)}. The payment is ${formatCents(amount)}`;
};

const splitRowSchema = z
  .strictObject({
    row: bankRowSchema,
    parts: z
      .array(z.strictObject({ parent_id: familyIdSchema, amount: amountSchema }))
      .check(z.minLength(2), z.maxLength(limits.familiesOfBankRow)),
  })
  .check(({ value, issues }) => {
    const message = sharesIssue(value.row.amount, value.parts);
    if (message) issues.push({ code: 'custom', input: value.parts, path: ['parts'], message });
  });

export const recordBankRowsSchema = z.strictObject({
  rows: some(z.union([z.strictObject({ row: bankRowSchema, ...payerOfRow }), splitRowSchema])),
  method: paymentMethodSchema,
  receipt: z.boolean(),
  /** The key of a press. Repeated after a lost answer, its rows are `recorded`, not `known`. */
  press: idempotencyKeySchema,
});

/** `known` was decided before this press, `several` has several families' references and no family, `gone` names no family. */
export const recordedRowsSchema = z.object({
  outcomes: z.array(z.enum(['recorded', 'known', 'several', 'gone'])),
});

export const keepBankRowsSchema = z.strictObject({ rows: some(bankRowSchema), method: paymentMethodSchema });

/** `known` was in the list, or decided, before. */
export const retainedRowsSchema = z.object({ outcomes: z.array(z.enum(['unassigned', 'known'])) });

export const unassignedRowSchema = z.object({
  ...bankRowSchema.shape,
  method: paymentMethodSchema,
  /** Text and payer were removed, since they led to an erased family. */
  is_erased: z.boolean(),
});
export type UnassignedRow = z.infer<typeof unassignedRowSchema>;

/** The day is a part of the row's key. */
export const unassignedRowParams = z.strictObject({ day: calendarDateSchema, rowId: bankRowIdSchema });

export const listUnassignedRowsSchema = z.strictObject({ cursor: z.optional(offsetSchema) });

export const unassignedRowPageSchema = z.object({
  rows: z.array(z.extend(unassignedRowSchema, { match: z.nullable(proposalSchema), several: severalSchema })),
  total: z.int(),
  next_cursor: z.nullable(offsetSchema),
});
export type ListedUnassignedRow = z.infer<typeof unassignedRowPageSchema>['rows'][number];

export const assignUnassignedRowSchema = z.strictObject({ ...payerOfRow, receipt: z.boolean() });

export const ignoreUnassignedRowSchema = z.strictObject({ reason: reasonSchema });

export interface MatchedFamily extends LedgerTotals, FamilyReferences {
  readonly parent_id: FamilyId;
  readonly due: Cents;
  /** Earlier payers, in the form of `payerHash`. */
  readonly payers: ReadonlySet<string>;
}

type MatchReason = 'reference' | 'payer' | 'amount';

interface RowMatch {
  readonly by: MatchReason;
  readonly parent_id: FamilyId;
}

/** Whether text or payer contains one of the family's references. */
const namesFamily = ({ text, payer }: Pick<BankRow, 'text' | 'payer'>) => {
  // Apart, so that the end of one and the beginning of the other make no reference.
  const searched = [foldReference(text), foldReference(payer)];
  return (family: FamilyReferences): boolean =>
    referencesOf(family).some((reference) =>
      searched.some((part) => part.includes(foldReference(reference))),
    );
};

/** Undefined unless the row has several families' references (BNK-05): an administrator decides about its parts. */
export const severalFamilies = <Family extends FamilyReferences>(
  row: Pick<BankRow, 'text' | 'payer'>,
  families: readonly Family[],
): Family[] => {
  const found = families.filter(namesFamily(row));
  return found.length > 1 ? found : [];
};

/** By reference, else payer, else the amount, due or in all (BNK-03). Undefined for two families, as without `payerHash`. */
export const matchRow = (
  row: Pick<BankRow, 'text' | 'payer' | 'amount'>,
  families: readonly MatchedFamily[],
  payerHash: string | undefined,
): RowMatch | undefined => {
  const tests: readonly (readonly [MatchReason, (family: MatchedFamily) => boolean])[] = [
    ['reference', namesFamily(row)],
    ['payer', ({ payers }) => payerHash !== undefined && payers.has(payerHash)],
    ['amount', (family) => row.amount === family.due || row.amount === Number(balanceOf(family))],
  ];
  for (const [by, test] of tests) {
    const found = families.filter(test);
    const [only] = found;
    if (only && found.length === 1) return { by, parent_id: only.parent_id };
    // An administrator decides about several references.
    if (by === 'reference' && found.length > 1) return undefined;
  }
  return undefined;
};

interface Named {
  readonly names: readonly string[];
  readonly email: string;
  readonly phone: string;
}

export type NamesPerson = (row: Pick<BankRow, 'text' | 'payer'>) => boolean;

/** All words of a name in any order, address, or phone number (EME-07). Names of one word occur in others' rows too. */
export const namesPerson = ({ names, email, phone }: Named): NamesPerson => {
  const wanted = names.map((name) => splitWords(foldText(name))).filter((words) => words.length > 0);
  const [address, number] = [foldText(email), phoneKey(phone)];
  return ({ text, payer }) => {
    const folded = [foldText(text), foldText(payer)];
    const words = new Set(folded.flatMap(splitWords));
    const numbers = folded.flatMap((part) => part.match(/\+?\d[\d ()/.-]*\d/g) ?? []);
    return (
      wanted.some((name) => name.every((word) => words.has(word))) ||
      (address !== '' && folded.some((part) => part.includes(address))) ||
      (number !== undefined && numbers.some((written) => phoneKey(written) === number))
    );
  };
};

/** A month longer than a row of the day can be recorded (PAY-05). */
export const retainedRowUntil = (day: CalendarDate): Date => {
  const until = new Date(`${day}T00:00:00Z`);
  until.setUTCFullYear(until.getUTCFullYear() + policies.money.paymentPastYears);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return until;
};
