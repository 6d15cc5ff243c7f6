import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { amountSchema } from './amount.ts';
import { bookingIdSchema } from './ids.ts';
import { counteredKeySchema, paymentMethodSchema } from './ledger-entry.ts';
import { calendarDateSchema, optionalText, singleLineText } from './values.ts';

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
