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

export const searchOpenBalancesSchema = z.strictObject({
  ...searchFields(),
  which: z._default(z.enum(['due', 'every']), 'due'),
  sort: z._default(z.enum(['largest', 'oldest']), 'largest'),
  cursor: z.optional(offsetSchema),
});
export type SearchOpenBalances = z.infer<typeof searchOpenBalancesSchema>;

const openBalanceSchema = z.object({
  parent_id: familyIdSchema,
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  adults: adultsToCallSchema,
  reference: z.nullable(paymentReferenceSchema),
  ...z.omit(moneyFiguresSchema, { revenue: true }).shape,
  /** The first date of what is not due yet. */
  next_due: z.nullable(calendarDateSchema),
  open_since: z.nullable(calendarDateSchema),
  reminded_at: z.nullable(instantSchema),
  do_not_remind: z.boolean(),
});
export type OpenBalance = z.infer<typeof openBalanceSchema>;

export const openBalancePageSchema = z.object({
  figures: moneyFiguresSchema,
  families: z.array(openBalanceSchema),
  total: z.int(),
  next_cursor: z.nullable(offsetSchema),
});

/** Asks for what is not paid by a day, a page of families at a time (DUE-02). */
export const listUnpaidSchema = z.strictObject({ by: calendarDateSchema, cursor: z.optional(offsetSchema) });

/** A charge that is partly or wholly unpaid and due on the day. */
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
  due: centsSchema,
  /** The first due date that is not paid. */
  since: calendarDateSchema,
  /** Null for a booking that ended. */
  place: z.nullable(bookingDetailsSchema),
});
export type UnpaidCharge = z.infer<typeof unpaidChargeSchema>;

export const unpaidPageSchema = z.object({
  charges: z.array(unpaidChargeSchema),
  families: z.int(),
  due: centsSchema,
  next_cursor: z.nullable(offsetSchema),
});

export const remindFamiliesSchema = z.strictObject({
  families: z
    .array(familyIdSchema)
    .check(
      z.minLength(1, 'Choose at least one family'),
      z.maxLength(limits.remindedAtOnce, `Choose at most ${limits.remindedAtOnce} families`),
    ),
});

/** Whom a reminder would reach, and the first email. */
export const reminderPreviewSchema = z.object({
  recipients: z.int(),
  /** How many of the chosen families get none, by reason. */
  skipped: z.object({ settled: z.int(), recently: z.int(), unwanted: z.int() }),
  subject: z.string(),
  html: z.string(),
});
export type ReminderPreview = z.infer<typeof reminderPreviewSchema>;

/** A period includes both days. A page of families at a time. */
export const listEntriesSchema = z.strictObject({
  from: calendarDateSchema,
  until: calendarDateSchema,
  cursor: z.optional(familyIdSchema),
});

export const entryPageSchema = z.object({
  families: z.array(
    z.object({
      parent_id: familyIdSchema,
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

/** Money that came in (PAY-05). The operation checks the day, since a schema has no clock. */
export const recordPaymentSchema = z.strictObject({
  amount: amountSchema,
  day: calendarDateSchema,
  method: paymentMethodSchema,
  note: optionalText(limits.entryNoteLength),
  booking_id: z.nullable(bookingIdSchema),
  receipt: z.boolean(),
});

export const recordRefundSchema = z.strictObject({
  amount: amountSchema,
  day: calendarDateSchema,
  method: paymentMethodSchema,
  note: reasonSchema,
});

export const recordAllowanceSchema = z.strictObject({
  kind: z.enum(['credit', 'waiver']),
  amount: amountSchema,
  note: reasonSchema,
});

export const takeBackEntrySchema = z.strictObject({ entry: counteredKeySchema });
