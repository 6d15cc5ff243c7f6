import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { classSummarySchema } from './class.ts';
import { bookingIdSchema, childIdSchema, classIdSchema, slotIdSchema, userIdSchema } from './ids.ts';
import { profileSchema } from './profile.ts';
import { calendarVersionSchema, timeSlotSchema } from './slot.ts';
import { calendarDateSchema, centsSchema, instantSchema } from './values.ts';

/**
 * When the charge of a booking is due (DUE-01), ascending; its parts are `dueParts`. Absent where it is due on the day of
 * the booking.
 */
export const dueDatesSchema = z.optional(
  z.array(calendarDateSchema).check(z.minLength(1), z.maxLength(limits.dueDates)),
);

/** The session of a trial whose place was kept, which the charge of the trial covers (TRI-04). */
const trialSessionSchema = z.object({
  /** The trial, which ended as `upgraded`. */
  booking_id: bookingIdSchema,
  /** The trial's. */
  due_dates: dueDatesSchema,
  date: calendarDateSchema,
  /** What the trial was charged. */
  amount: centsSchema,
  /** The slot's when the trial was booked: what changes the session later has a higher one. */
  calendar_version: calendarVersionSchema,
});
export type TrialSession = z.infer<typeof trialSessionSchema>;

/** What was taken off the price of a full programme when it was agreed, and by which rule of the school (DIS-01). */
export const discountSchema = z.object({
  rule: z.enum(['sibling', 'second_class', 'early']),
  /** Never 0. The price without it is `amount` of the booking plus this. */
  amount: centsSchema.check(z.positive()),
});
export type Discount = z.infer<typeof discountSchema>;

/** A booking of a place in a slot (DAT-12). Amount, name, age and trial date are those of the booking time. */
export const bookingSchema = z.object({
  id: bookingIdSchema,
  parent_id: userIdSchema,
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  child_id: childIdSchema,
  child_name: z.string(),
  child_age: z.int().check(z.nonnegative()),
  is_trial: z.boolean(),
  trial_date: z.nullable(calendarDateSchema),
  /** The dates of the sessions that were agreed, ascending; for a trial its date (BOK-55). */
  dates: z.array(calendarDateSchema),
  /**
   * Of the dates, those of sessions in slots that it moved from, with their slots: what becomes of these decides
   * (MOV-03).
   */
  earlier_slots: z.optional(z.record(z.string(), slotIdSchema)),
  /** Of a trial that was kept as this booking: the child comes to its session too. It is not among the dates. */
  trial_session: z.optional(trialSessionSchema),
  /** Agreed at booking time, after the discount; never recomputed (ADM-10). */
  amount: centsSchema,
  discount: z.optional(discountSchema),
  /** Agreed at booking time, as the amount is. */
  due_dates: dueDatesSchema,
  created_at: instantSchema,
});
export type Booking = z.infer<typeof bookingSchema>;

/** A booking with its slot, class and parent (API-12, DAT-13). */
export const bookingDetailsSchema = z.extend(bookingSchema, {
  /** Without the counters, which change, so that a repeated request to book gets the same answer. */
  time_slot: z.extend(
    z.omit(timeSlotSchema, {
      max_capacity: true,
      current_bookings: true,
      held: true,
      waiting: true,
      calendar_version: true,
    }),
    {
      class: classSummarySchema,
    },
  ),
  parent: z.pick(profileSchema, { email: true, full_name: true, phone_number: true }),
});
export type BookingDetails = z.infer<typeof bookingDetailsSchema>;

/** What one press books: a booking, with those of siblings who were booked with its child (BSK-01). */
export const bookedTogetherSchema = z.extend(bookingDetailsSchema, {
  siblings: z.optional(z.array(bookingSchema)),
});
export type BookedTogether = z.infer<typeof bookedTogetherSchema>;
