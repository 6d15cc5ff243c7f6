import * as z from 'zod/mini';
import {
  discountSchema,
  dueDatesSchema,
  duePartSchema,
  endReasonSchema,
  paymentStateSchema,
} from '../booking/booking.ts';
import { bookingIdSchema } from '../lib/ids.ts';
import { signedCentsSchema } from '../lib/money.ts';
import { calendarDateSchema, centsSchema, instantSchema } from '../lib/values.ts';
import {
  classSnapshotSchema,
  counteredKindSchema,
  entryKindSchema,
  ledgerEntryKeySchema,
  paymentMethodSchema,
} from './entry.ts';
import { paymentReferenceSchema, secondReferenceSchema } from './references.ts';

/** A filled link to the payment page of the school's provider (PLK-01). */
const payNowSchema = z.object({
  url: z.string(),
  /** Where the link leads: "pay.example.com". */
  host: z.string(),
  amount: centsSchema,
  /** Whether the page has the amount already; else the family enters it. */
  takes_amount: z.boolean(),
  /** The same for the reference. */
  takes_reference: z.boolean(),
});
export type PayNow = z.infer<typeof payNowSchema>;

/** A booking as its family's account has it, live or ended. */
const statementChargeSchema = z.extend(paymentStateSchema, {
  booking_id: bookingIdSchema,
  /** The business day on which it was booked. */
  day: calendarDateSchema,
  amount: centsSchema,
  /** As they were agreed; absent where it was due on its day. */
  due_dates: dueDatesSchema,
  child_name: z.string(),
  is_trial: z.boolean(),
  discount: z.optional(discountSchema),
  /** Null where the class of a live booking is being deleted. */
  class: classSnapshotSchema,
  /** Null for a live booking. */
  ending: z.nullable(z.object({ reason: endReasonSchema, day: calendarDateSchema, credit: centsSchema })),
});
export type StatementCharge = z.infer<typeof statementChargeSchema>;

/** An entry besides the bookings. What a kind does not have is null. */
export const statementEntrySchema = z.object({
  key: ledgerEntryKeySchema,
  kind: entryKindSchema,
  amount: centsSchema,
  day: calendarDateSchema,
  recorded_at: instantSchema,
  method: z.nullable(paymentMethodSchema),
  class: classSnapshotSchema,
  booking_id: z.nullable(bookingIdSchema),
  /** The session that was not given. */
  session_date: z.nullable(calendarDateSchema),
  /** The kind of the entry that this one takes back. */
  countered: z.nullable(counteredKindSchema),
  /** The reason or the reference. */
  note: z.nullable(z.string()),
  /** Whether a counter-entry has taken it back. */
  taken_back: z.boolean(),
});
export type StatementEntry = z.infer<typeof statementEntrySchema>;

/** A family's account: its bookings and all entries (PAY-04). */
export const statementSchema = z.object({
  /** Null where the family was stored before families had one. */
  reference: z.nullable(paymentReferenceSchema),
  /** What the family owes; below 0 it is in credit. */
  balance: signedCentsSchema,
  /** What of it is due (DUE-01). */
  due: centsSchema,
  /** What of it is not due yet: one part for each date, ascending. */
  later: z.array(duePartSchema),
  /** Oldest first. */
  charges: z.array(statementChargeSchema),
  /** Oldest first. */
  entries: z.array(statementEntrySchema),
});
export type Statement = z.infer<typeof statementSchema>;

/** A family's account with how to pay what is due (PAY-04, PLK-01). */
export const myStatementSchema = z.extend(statementSchema, {
  /** The school's lines. */
  instructions: z.array(z.string()),
  /** Null without a link of the school, and where nothing is due. */
  pay_now: z.nullable(payNowSchema),
});
export type MyStatement = z.infer<typeof myStatementSchema>;

/** A family's account as administrators see it, and print it for the family. */
export const managedStatementSchema = z.extend(myStatementSchema, {
  charges: z.array(
    z.extend(statementChargeSchema, {
      /** The present name of the administrator who ended the booking; null for a live one, and as for an entry. */
      ended_by_name: z.nullable(z.string()),
    }),
  ),
  entries: z.array(
    z.extend(statementEntrySchema, {
      /** The present name of the administrator; null for what the system made, and for a deleted account. */
      made_by_name: z.nullable(z.string()),
    }),
  ),
  second_reference: z.nullable(secondReferenceSchema),
  /** Those of families that were joined with it; absent without one (FID-11). */
  joined_references: z.optional(z.array(z.string())),
  reminded_at: z.nullable(instantSchema),
  do_not_remind: z.boolean(),
});
export type ManagedStatement = z.infer<typeof managedStatementSchema>;
