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
  cardModeSchema,
  classSnapshotSchema,
  counteredKindSchema,
  entryKindSchema,
  ledgerEntryKeySchema,
  paymentMethodSchema,
} from './entry.ts';
import { paymentReferenceSchema, secondReferenceSchema } from './references.ts';

const payNowSchema = z.object({
  url: z.string(),
  host: z.string(),
  amount: centsSchema,
  /** Whether the link carries the amount; else the family enters it. */
  takes_amount: z.boolean(),
  takes_reference: z.boolean(),
});
export type PayNow = z.infer<typeof payNowSchema>;

/** A booking in its family's statement, live or ended. */
const statementChargeSchema = z.extend(paymentStateSchema, {
  booking_id: bookingIdSchema,
  day: calendarDateSchema,
  amount: centsSchema,
  /** The agreed dates; absent where the charge was due on its day. */
  due_dates: dueDatesSchema,
  child_name: z.string(),
  is_trial: z.boolean(),
  discount: z.optional(discountSchema),
  /** Null while the class is being deleted. */
  class: classSnapshotSchema,
  ending: z.nullable(z.object({ reason: endReasonSchema, day: calendarDateSchema, credit: centsSchema })),
});
export type StatementCharge = z.infer<typeof statementChargeSchema>;

/** An entry besides the bookings, with null for what its kind does not have. */
export const statementEntrySchema = z.object({
  key: ledgerEntryKeySchema,
  kind: entryKindSchema,
  amount: centsSchema,
  day: calendarDateSchema,
  recorded_at: instantSchema,
  method: z.nullable(paymentMethodSchema),
  class: classSnapshotSchema,
  booking_id: z.nullable(bookingIdSchema),
  session_date: z.nullable(calendarDateSchema),
  countered: z.nullable(counteredKindSchema),
  note: z.nullable(z.string()),
  /** Whether a counter-entry has taken it back. */
  taken_back: z.boolean(),
});
export type StatementEntry = z.infer<typeof statementEntrySchema>;

/** A family's account: its bookings and all entries (PAY-04). */
export const statementSchema = z.object({
  reference: z.nullable(paymentReferenceSchema),
  balance: signedCentsSchema,
  /** The part of the balance that is due (DUE-01). */
  due: centsSchema,
  later: z.array(duePartSchema),
  /** Oldest first. */
  charges: z.array(statementChargeSchema),
  /** Oldest first. */
  entries: z.array(statementEntrySchema),
});
export type Statement = z.infer<typeof statementSchema>;

/** A family's account with how to pay what is due (PAY-04, PLK-01). */
export const myStatementSchema = z.extend(statementSchema, {
  instructions: z.array(z.string()),
  /** Null without a link, and where nothing is due. */
  pay_now: z.nullable(payNowSchema),
  /** How families can pay by card; null where they cannot (CRD-01, CRD-07). */
  pay_by_card: z._default(z.nullable(cardModeSchema), null),
});
export type MyStatement = z.infer<typeof myStatementSchema>;

/** A statement for administrators, who print it for the family. */
export const managedStatementSchema = z.extend(myStatementSchema, {
  charges: z.array(
    z.extend(statementChargeSchema, {
      /** The administrator's present name; null for a live booking, the system, and a deleted account. */
      ended_by_name: z.nullable(z.string()),
    }),
  ),
  entries: z.array(
    z.extend(statementEntrySchema, {
      /** The administrator's present name; null for the system and a deleted account. */
      made_by_name: z.nullable(z.string()),
    }),
  ),
  second_reference: z.nullable(secondReferenceSchema),
  /** References of joined families; absent without one (FID-11). */
  joined_references: z.optional(z.array(z.string())),
  reminded_at: z.nullable(instantSchema),
  do_not_remind: z.boolean(),
});
export type ManagedStatement = z.infer<typeof managedStatementSchema>;
