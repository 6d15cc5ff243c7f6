import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { footballClassSchema } from '../classes/class.ts';
import type { ProblemCode } from '../contract/errors.ts';
import { childSchema } from '../families/family.ts';
import { bookingIdSchema, childIdSchema, classIdSchema, slotIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, centsSchema, instantSchema } from '../lib/values.ts';
import { markedSessionSchema } from '../registers/register.ts';
import { dueRuleSchema } from '../school/settings.ts';
import { calendarVersionSchema, timeSlotSchema } from '../sessions/slot.ts';
import {
  bookedSessionsSchema,
  bookingDetailsSchema,
  discountFactsSchema,
  dueDatesSchema,
  endedBookingSchema,
  paymentStateSchema,
} from './booking.ts';

const askedPlaceSchema = z.strictObject({
  /** Any text: the API answers `childNotFound` unless the text names a child of the caller. */
  child_id: z.string('Please select a child').check(z.minLength(1, 'Please select a child'), z.maxLength(64)),
  amount: centsSchema,
  due_dates: dueDatesSchema,
  /** The child's other places as shown. Places missing here are read after the slot, so that they decide nothing. */
  other_places: z.optional(
    z
      .array(z.strictObject({ class_id: classIdSchema, time_slot_id: slotIdSchema }))
      .check(z.maxLength(limits.liveBookings)),
  ),
});
export type AskedPlace = z.infer<typeof askedPlaceSchema>;

type Asked = Pick<AskedPlace, 'child_id'> & {
  readonly is_trial: boolean;
  readonly siblings?: readonly Pick<AskedPlace, 'child_id'>[] | undefined;
};

// Siblings are booked for the full programme, and each child once.
const canBeTogether = ({ child_id, is_trial, siblings = [] }: Asked): boolean => {
  const ids = [child_id, ...siblings.map((sibling) => sibling.child_id)];
  return siblings.length === 0 || (!is_trial && new Set(ids).size === ids.length);
};

/** Books all places or none (BSK-01). The API refuses other terms than those shown (CAL-06, BOK-50). */
export const bookSlotSchema = z
  .extend(askedPlaceSchema, {
    class_id: classIdSchema,
    time_slot_id: slotIdSchema,
    is_trial: z.boolean(),
    /** Not used for a full programme. */
    trial_date: z.nullish(calendarDateSchema),
    calendar_version: calendarVersionSchema,
    /** Each sibling counts as booked for the prices of those after it. */
    siblings: z.optional(
      z.array(askedPlaceSchema).check(z.minLength(1), z.maxLength(limits.childrenPerFamily - 1)),
    ),
  })
  .check(
    z.refine(canBeTogether, {
      path: ['siblings'],
      message: 'Please choose each child once, and several only for the full program',
    }),
  );
export type BookSlot = z.infer<typeof bookSlotSchema>;

export const bookProblems = [
  'slotNotFound',
  'childNotFound',
  'profileNotFound',
  'slotFull',
  'tooFewPlaces',
  'alreadyBooked',
  'bookingCancelled',
  'sessionsOverlap',
  'trialHeld',
  'trialUsed',
  'tooManyBookings',
  'tooManyChanges',
  'tooManyLiveBookings',
  'notOpenYet',
  'notOnSale',
  'programEnded',
  'priceChanged',
  'dueDatesChanged',
  'trialDateChanged',
  'calendarChanged',
] as const satisfies readonly ProblemCode[];

export const bookableSlotSchema = z.object({
  /** With all slots and their current places, so that the screen can offer another slot. */
  class: footballClassSchema,
  /** Oldest entry first. */
  children: z.array(childSchema),
  /** When the charge of a booking made now is due (DUE-01). */
  due_rule: dueRuleSchema,
  booked_child_ids: z.array(childIdSchema),
  /** The children who have had their trial in the class (TRI-05). */
  trials: z.array(
    z.object({
      child_id: childIdSchema,
      /** The trial, while its place is held (TRI-02). */
      held: z.nullable(bookingIdSchema),
    }),
  ),
  discounts: discountFactsSchema,
  /** When the class opens for the family; null where it is open (TRM-06). */
  opens_at: z.nullable(instantSchema),
  /** The family's bookings outside of the slot (BSK-04). */
  family_sessions: z.array(bookedSessionsSchema),
});
export type BookableSlot = z.infer<typeof bookableSlotSchema>;

const myBookingSchema = z.extend(bookingDetailsSchema, {
  payment: paymentStateSchema,
  /** What cancelling the booking now does; null where the slot has no session to come. */
  ending: z.nullable(
    z.object({
      /** The last moment at which cancelling is free of charge (END-05). */
      free_until: instantSchema,
      credit: centsSchema,
    }),
  ),
  /** The value of the sessions left: what a move to another class credits (MOV-03). */
  sessions_left: centsSchema,
  /** The agreed dates of credited sessions, which a move does not give again. */
  credited_dates: z.array(calendarDateSchema),
  not_coming: z.array(calendarDateSchema),
  /** The sessions with a mark, by date (REG-09). */
  attendance: z.array(markedSessionSchema),
  /** A trial has the price that the programme had when the trial was booked (TRI-03). */
  program_price: z.optional(centsSchema),
  /** The slots of the class that the booking moved from and that still have sessions of it. */
  earlier_times: z.array(z.pick(timeSlotSchema, { id: true, start_time: true, end_time: true })),
  /** The date of the cancelled session from which the school moved a trial (CAN-08). */
  moved_from_date: z.optional(calendarDateSchema),
});
export type MyBooking = z.infer<typeof myBookingSchema>;

const myEndedBookingSchema = z.extend(endedBookingSchema, { payment: paymentStateSchema });
export type MyEndedBooking = z.infer<typeof myEndedBookingSchema>;

/** Live and ended bookings, each newest first. */
export const myBookingsSchema = z.object({
  bookings: z.array(myBookingSchema),
  ended: z.array(myEndedBookingSchema),
  discounts: discountFactsSchema,
});

export type MyBookings = z.infer<typeof myBookingsSchema>;

/** `credit` is what was shown: the API refuses another one (END-05). */
export const cancelBookingSchema = z.strictObject({
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  child_id: childIdSchema,
  credit: centsSchema,
});
