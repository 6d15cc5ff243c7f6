import * as z from 'zod/mini';
import { balanceOf, type LedgerTotals } from '#shared/ledger/balance';
import { foldText, partsOf } from '#shared/lib/fold-text';
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
  parent_id: familyIdSchema,
  full_name: z.string(),
  reference: z.nullable(paymentReferenceSchema),
  balance: signedCentsSchema,
  /** What of it is due. */
  due: centsSchema,
  /** Whether the family has a payment of this amount within some days already. */
  is_repeated: z.boolean(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** The families whose references a row has, where these are several: nobody is proposed. */
const severalSchema = z.array(
  z.object({
    parent_id: familyIdSchema,
    full_name: z.string(),
    reference: z.nullable(paymentReferenceSchema),
  }),
);

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
  several: severalSchema,
});
export type CheckedRow = z.infer<typeof checkedRowSchema>;

export const checkedRowsSchema = z.object({ rows: z.array(checkedRowSchema) });

/** Whose a row is. */
const payerOfRow = {
  parent_id: familyIdSchema,
  /** That all of it is this family's, also where it has the references of several (BNK-05). */
  whole: z._default(z.boolean(), false),
};

/** What of a row is one family's. */
export interface RowPart {
  readonly parent_id: FamilyId;
  readonly amount: Cents;
}

/** Why parts are not a row, each cent of it given once to one of several families (BNK-05); undefined where they are. */
export const partsIssue = (amount: Cents, parts: readonly RowPart[]): string | undefined => {
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
    const message = partsIssue(value.row.amount, value.parts);
    if (message) issues.push({ code: 'custom', input: value.parts, path: ['parts'], message });
  });

export const recordBankRowsSchema = z.strictObject({
  rows: some(z.union([z.strictObject({ row: bankRowSchema, ...payerOfRow }), splitRowSchema])),
  method: paymentMethodSchema,
  /** Whether each family gets a receipt by email (PAY-06). */
  receipt: z.boolean(),
  /** The press: sent again after a lost answer, the rows that it recorded are `recorded`, and not `known`. */
  press: idempotencyKeySchema,
});

/**
 * What became of each row: `known` was decided before this press, `several` has the references of several families and is not
 * said to be of one, `gone` names no family.
 */
export const recordedRowsSchema = z.object({
  outcomes: z.array(z.enum(['recorded', 'known', 'several', 'gone'])),
});

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
  rows: z.array(z.extend(unassignedRowSchema, { match: z.nullable(proposalSchema), several: severalSchema })),
  total: z.int(),
  next_cursor: z.nullable(offsetSchema),
});
export type ListedUnassignedRow = z.infer<typeof unassignedRowPageSchema>['rows'][number];

export const assignUnassignedRowSchema = z.strictObject({ ...payerOfRow, receipt: z.boolean() });

export const ignoreUnassignedRowSchema = z.strictObject({ reason: reasonSchema });

/** A family as rows are matched with it. */
export interface MatchedFamily extends LedgerTotals, FamilyReferences {
  readonly parent_id: FamilyId;
  /** What of its balance is due. */
  readonly due: Cents;
  /** Marks of those who paid for it before, as `payerMark` writes them. */
  readonly payers: ReadonlySet<string>;
}

/** Why a family is proposed for a row. */
type MatchReason = 'reference' | 'payer' | 'amount';

interface RowMatch {
  readonly by: MatchReason;
  readonly parent_id: FamilyId;
}

/** Whether a text or a payer has a reference of a family. */
const namesFamily = ({ text, payer }: Pick<BankRow, 'text' | 'payer'>) => {
  // Apart, so that the end of one and the beginning of the other make no reference.
  const searched = [foldReference(text), foldReference(payer)];
  return (family: FamilyReferences): boolean =>
    referencesOf(family).some((reference) =>
      searched.some((part) => part.includes(foldReference(reference))),
    );
};

/** The families whose references a row has, where these are several (BNK-05): an administrator decides about its parts. */
export const severalFamilies = <Family extends FamilyReferences>(
  row: Pick<BankRow, 'text' | 'payer'>,
  families: readonly Family[],
): Family[] => {
  const found = families.filter(namesFamily(row));
  return found.length > 1 ? found : [];
};

/**
 * The family that a row is for (BNK-03): the one whose reference its text has, else the one that this payer paid for
 * before, else the one that owes exactly this amount: what is due, or all of it. Of two families neither is proposed.
 * @param payerMark of the row's payer; undefined where the file names none
 */
export const matchRow = (
  row: Pick<BankRow, 'text' | 'payer' | 'amount'>,
  families: readonly MatchedFamily[],
  payerMark: string | undefined,
): RowMatch | undefined => {
  const tests: readonly (readonly [MatchReason, (family: MatchedFamily) => boolean])[] = [
    ['reference', namesFamily(row)],
    ['payer', ({ payers }) => payerMark !== undefined && payers.has(payerMark)],
    ['amount', (family) => row.amount === family.due || row.amount === Number(balanceOf(family))],
  ];
  for (const [by, test] of tests) {
    const found = families.filter(test);
    const [only] = found;
    if (only && found.length === 1) return { by, parent_id: only.parent_id };
    // Several references: an administrator decides.
    if (by === 'reference' && found.length > 1) return undefined;
  }
  return undefined;
};

/** What a family is called, and how it is reached. */
interface Named {
  /** Of the holder and of the children. */
  readonly names: readonly string[];
  readonly email: string;
  readonly phone: string;
}

export type NamesPerson = (row: Pick<BankRow, 'text' | 'payer'>) => boolean;

/**
 * A test whether a row of a bank file names a family (EME-07): all words of one of its names, in any order and writing, its
 * address, or its phone number. A name of one word is found in the rows of others as well.
 */
export const namesPerson = ({ names, email, phone }: Named): NamesPerson => {
  const wanted = names.map((name) => partsOf(foldText(name))).filter((words) => words.length > 0);
  const [address, number] = [foldText(email), phoneKey(phone)];
  return ({ text, payer }) => {
    const folded = [foldText(text), foldText(payer)];
    const words = new Set(folded.flatMap(partsOf));
    const numbers = folded.flatMap((part) => part.match(/\+?\d[\d ()/.-]*\d/g) ?? []);
    return (
      wanted.some((name) => name.every((word) => words.has(word))) ||
      (address !== '' && folded.some((part) => part.includes(address))) ||
      (number !== undefined && numbers.some((written) => phoneKey(written) === number))
    );
  };
};

/** Until when it is stored that a row of a day was recorded: a month longer than it could be recorded (PAY-05). */
export const retainedRowUntil = (day: CalendarDate): Date => {
  const until = new Date(`${day}T00:00:00Z`);
  until.setUTCFullYear(until.getUTCFullYear() + policies.money.paymentPastYears);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return until;
};
