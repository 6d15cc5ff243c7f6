import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { classSummarySchema } from '../classes/class.ts';
import { profileSchema } from '../families/family.ts';
import { bookingIdSchema, childIdSchema, classIdSchema, familyIdSchema, slotIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, centsSchema, instantSchema } from '../lib/values.ts';
import { discountRulesSchema } from '../school/settings.ts';
import { calendarVersionSchema, timeSlotSchema } from '../sessions/slot.ts';

/** When the charge is due, ascending (DUE-01); `dueParts` gives amounts. Absent: all is due on the day of the booking. */
export const dueDatesSchema = z.optional(
  z.array(calendarDateSchema).check(z.minLength(1), z.maxLength(limits.dueDates)),
);

// The session of an upgraded trial, which the charge of the trial covers (TRI-04).
const trialSessionSchema = z.object({
  /** The trial, which ended as `upgraded`. */
  booking_id: bookingIdSchema,
  /** The due dates of the trial. */
  due_dates: dueDatesSchema,
  date: calendarDateSchema,
  amount: centsSchema,
  /** The calendar's version when the trial was booked: a later change of the session has a higher one. */
  calendar_version: calendarVersionSchema,
});
export type TrialSession = z.infer<typeof trialSessionSchema>;

export const discountSchema = z.object({
  rule: z.enum(['sibling', 'second_class', 'early']),
  /** Never 0. The price without the discount is the booking's `amount` plus this. */
  amount: centsSchema.check(z.positive()),
});
export type Discount = z.infer<typeof discountSchema>;

/** A booking of a place in a slot (DAT-12). Amount, name, age and trial date are those of the booking time. */
export const bookingSchema = z.object({
  id: bookingIdSchema,
  parent_id: familyIdSchema,
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  child_id: childIdSchema,
  child_name: z.string(),
  child_age: z.int().check(z.nonnegative()),
  is_trial: z.boolean(),
  trial_date: z.nullable(calendarDateSchema),
  /** The agreed dates, ascending; for a trial its date (BOK-55). */
  dates: z.array(calendarDateSchema),
  /** Maps dates to the slot that the booking moved from and in which they stayed: that slot decides about them (MOV-03). */
  earlier_slots: z.optional(z.record(z.string(), slotIdSchema)),
  trial_session: z.optional(trialSessionSchema),
  /** Agreed at booking time, after the discount; never recomputed (ADM-10). */
  amount: centsSchema,
  discount: z.optional(discountSchema),
  due_dates: dueDatesSchema,
  created_at: instantSchema,
});
export type Booking = z.infer<typeof bookingSchema>;

/** API-12, DAT-13. */
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

/** What one press books: a booking, with those of the child's siblings (BSK-01). */
export const bookedTogetherSchema = z.extend(bookingDetailsSchema, {
  siblings: z.optional(z.array(bookingSchema)),
});
export type BookedTogether = z.infer<typeof bookedTogetherSchema>;

export const duePartSchema = z.object({ date: calendarDateSchema, amount: centsSchema });

/** How far the charge of a booking is settled (PAY-03). */
export const paymentStateSchema = z.object({
  /** `later`: what is left is not due yet (DUE-01). */
  status: z.enum(['open', 'later', 'paid', 'credited']),
  rest: centsSchema,
  /** What of the rest is not due yet, by date; absent where all of it is due. */
  later: z.optional(z.array(duePartSchema).check(z.minLength(1))),
});
export type PaymentState = z.infer<typeof paymentStateSchema>;

/** Why a booking ended (END-01). */
export const endReasonSchema = z.enum([
  /** By the parent. */
  'cancelled',
  'removed',
  /** To a slot of another class; within a class a booking moves and does not end (MOV-03). */
  'moved',
  /** A trial that became a full programme (TRI-02). */
  'upgraded',
  /** A trial that was held long enough and not upgraded (TRI-01). */
  'trial-over',
  'class-deleted',
  'account-deleted',
]);
export type EndReason = z.infer<typeof endReasonSchema>;

const bookingEndSchema = z.object({
  reason: endReasonSchema,
  at: instantSchema,
  by: z.enum(['parent', 'admin', 'system']),
  credit: centsSchema,
  /** The credit that administrators are asked to decide about (END-07). */
  suggested: centsSchema,
});
export type BookingEnd = z.infer<typeof bookingEndSchema>;

/** What was agreed, with class and slot as they were then. They may be gone when the booking is read. */
export const endedBookingSchema = z.extend(bookingSchema, {
  ...z.pick(classSummarySchema, { class_type: true, venue: true, coach_name: true }).shape,
  ...z.pick(timeSlotSchema, { start_time: true, end_time: true }).shape,
  ended: bookingEndSchema,
  credited: centsSchema,
  /** An administrator's credit after a late cancellation (END-07). */
  late_credit: z.optional(centsSchema),
  /** The booking that followed after a move to another class, or an upgrade. */
  moved_to: z.optional(bookingIdSchema),
});
export type EndedBooking = z.infer<typeof endedBookingSchema>;

/** What decides about discounts besides the place that is priced (DIS-01, DIS-02). */
export const discountFactsSchema = z.object({
  rules: discountRulesSchema,
  /** The live full bookings of the family in classes that are not over; empty where no rule depends on them. */
  places: z.array(
    z.extend(z.pick(bookingSchema, { class_id: true, time_slot_id: true, child_id: true }), {
      /** The rule of the agreed discount: a place is no reason for a discount that it has itself (DIS-04). */
      rule: z.nullable(discountSchema.shape.rule),
    }),
  ),
});
export type DiscountFacts = z.infer<typeof discountFactsSchema>;

/** Business time at the venue. */
export const sessionTimesSchema = z.extend(z.pick(timeSlotSchema, { start_time: true, end_time: true }), {
  date: calendarDateSchema,
});
export type SessionTimes = z.infer<typeof sessionTimesSchema>;

/** A booking of a family with its sessions from today on that are on, ascending. */
export const bookedSessionsSchema = z.extend(
  z.extend(
    z.pick(bookingSchema, { child_id: true, class_id: true, time_slot_id: true }),
    z.pick(classSummarySchema, { class_type: true, venue: true }).shape,
  ),
  { sessions: z.array(sessionTimesSchema) },
);
export type BookedSessions = z.infer<typeof bookedSessionsSchema>;
