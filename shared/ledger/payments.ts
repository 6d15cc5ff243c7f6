import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { bookingDetailsSchema } from '../booking/booking.ts';
import { adultsToCallSchema } from '../families/family.ts';
import { bookingIdSchema, familyIdSchema } from '../lib/ids.ts';
import { amountSchema, signedCentsSchema } from '../lib/money.ts';
import { searchFields } from '../lib/search-text.ts';
import {
  calendarDateSchema,
  centsSchema,
  instantSchema,
  optionalText,
  singleLineText,
} from '../lib/values.ts';
import { counteredKeySchema, paymentMethodSchema } from './entry.ts';
import { paymentReferenceSchema } from './references.ts';
import { managedStatementSchema } from './statement.ts';

/** The school's money in cents: `MoneyFigures` (PAY-07, PAY-09, DAY-02). */
export const moneyFiguresSchema = z.object({
  charged: signedCentsSchema,
  credited: signedCentsSchema,
  received: signedCentsSchema,
  due: centsSchema,
  not_yet_due: centsSchema,
  in_credit: centsSchema,
  revenue: signedCentsSchema,
});

export const offsetSchema = z.string().check(z.regex(/^\d{1,6}$/));

/** Searches families by name, email, phone or reference: those who owe something that is due, or every one with an account. */
export const searchOpenBalancesSchema = z.strictObject({
  ...searchFields(),
  which: z._default(z.enum(['due', 'every']), 'due'),
  sort: z._default(z.enum(['largest', 'oldest']), 'largest'),
  cursor: z.optional(offsetSchema),
});
export type SearchOpenBalances = z.infer<typeof searchOpenBalancesSchema>;

const openBalanceSchema = z.object({
  parent_id: familyIdSchema,
  /** Empty, like email and phone, for a deleted account among every one. */
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  adults: adultsToCallSchema,
  reference: z.nullable(paymentReferenceSchema),
  ...z.omit(moneyFiguresSchema, { revenue: true }).shape,
  /** The first date of what is not due yet. */
  next_due: z.nullable(calendarDateSchema),
  /** Since when the family owes; null where that is not known. */
  open_since: z.nullable(calendarDateSchema),
  reminded_at: z.nullable(instantSchema),
  do_not_remind: z.boolean(),
});
export type OpenBalance = z.infer<typeof openBalanceSchema>;

export const openBalancePageSchema = z.object({
  figures: moneyFiguresSchema,
  families: z.array(openBalanceSchema),
  /** Number of families on all pages. */
  total: z.int(),
  next_cursor: z.nullable(offsetSchema),
});

/** Asks for what is not paid by a day, some families at a time (DUE-02). */
export const listUnpaidSchema = z.strictObject({ by: calendarDateSchema, cursor: z.optional(offsetSchema) });

/** A charge of which something is due on the day and not paid, with the child and the place behind it. */
const unpaidChargeSchema = z.object({
  ...z.pick(openBalanceSchema, {
    parent_id: true,
    full_name: true,
    email: true,
    phone_number: true,
    adults: true,
    reference: true,
    do_not_remind: true,
  }).shape,
  booking_id: bookingIdSchema,
  child_name: z.string(),
  /** What of the charge is due on the day. */
  due: centsSchema,
  /** The first date of it. */
  since: calendarDateSchema,
  /** Null for a booking that ended: it has no place any more. */
  place: z.nullable(bookingDetailsSchema),
});
export type UnpaidCharge = z.infer<typeof unpaidChargeSchema>;

export const unpaidPageSchema = z.object({
  charges: z.array(unpaidChargeSchema),
  /** Of all pages. */
  families: z.int(),
  due: centsSchema,
  next_cursor: z.nullable(offsetSchema),
});

/** The families to remind. */
export const remindFamiliesSchema = z.strictObject({
  families: z
    .array(familyIdSchema)
    .check(
      z.minLength(1, 'Choose at least one family'),
      z.maxLength(limits.remindedAtOnce, `Choose at most ${limits.remindedAtOnce} families`),
    ),
});

/** Whom a reminder would reach, and the email of the first one. */
export const reminderPreviewSchema = z.object({
  recipients: z.int(),
  /** Chosen families that get none. */
  skipped: z.object({ settled: z.int(), recently: z.int(), unwanted: z.int() }),
  subject: z.string(),
  html: z.string(),
});
export type ReminderPreview = z.infer<typeof reminderPreviewSchema>;

/** Asks for the entries of a period, both days included, some families at a time. */
export const listEntriesSchema = z.strictObject({
  from: calendarDateSchema,
  until: calendarDateSchema,
  cursor: z.optional(familyIdSchema),
});

export const entryPageSchema = z.object({
  families: z.array(
    z.object({
      parent_id: familyIdSchema,
      /** Null for a deleted account. */
      full_name: z.nullable(z.string()),
      email: z.nullable(z.string()),
      reference: z.nullable(paymentReferenceSchema),
      charges: managedStatementSchema.shape.charges,
      entries: managedStatementSchema.shape.entries,
    }),
  ),
  next_cursor: z.nullable(familyIdSchema),
});
export type EntryPage = z.infer<typeof entryPageSchema>;

export const reasonSchema = singleLineText(limits.entryNoteLength, 'Please enter a reason');

/** Money that came in (PAY-05). The operation checks the day. */
export const recordPaymentSchema = z.strictObject({
  amount: amountSchema,
  day: calendarDateSchema,
  method: paymentMethodSchema,
  /** What the bank statement says, for example. The family sees it. */
  note: optionalText(limits.entryNoteLength),
  /** The booking that it pays first, or null for the oldest charge (PAY-03). */
  booking_id: z.nullable(bookingIdSchema),
  /** Whether the family gets a receipt by email (PAY-06). */
  receipt: z.boolean(),
});

/** Money that was given back. */
export const recordRefundSchema = z.strictObject({
  amount: amountSchema,
  day: calendarDateSchema,
  method: paymentMethodSchema,
  note: reasonSchema,
});

/** A goodwill credit, or a claim that the school gives up. */
export const recordAllowanceSchema = z.strictObject({
  kind: z.enum(['credit', 'waiver']),
  amount: amountSchema,
  note: reasonSchema,
});

export const takeBackEntrySchema = z.strictObject({ entry: counteredKeySchema });
