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

/** What is asked for one child. */
const askedPlaceSchema = z.strictObject({
  /** Any text: the API answers `childNotFound` unless it is a child of the caller. */
  child_id: z.string('Please select a child').check(z.minLength(1, 'Please select a child'), z.maxLength(64)),
  amount: centsSchema,
  due_dates: dueDatesSchema,
  /**
   * The child's other places as they were shown. They are read with the slot; places that are not named are read after it,
   * so that they decide nothing.
   */
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

/** Whether siblings are booked with the child as they can be: for the full programme, and each child once. */
const canBeTogether = ({ child_id, is_trial, siblings = [] }: Asked): boolean => {
  const ids = [child_id, ...siblings.map((sibling) => sibling.child_id)];
  return siblings.length === 0 || (!is_trial && new Set(ids).size === ids.length);
};

/**
 * Books a place, or one for each of several children: all or none (BSK-01). `amount`, `due_dates`, `trial_date` and
 * `calendar_version` are what was shown: the API refuses a different price, other due dates, another date of the trial and
 * another calendar (CAL-06, BOK-50).
 */
export const bookSlotSchema = z
  .extend(askedPlaceSchema, {
    class_id: classIdSchema,
    time_slot_id: slotIdSchema,
    is_trial: z.boolean(),
    /** Not used for a full programme. */
    trial_date: z.nullish(calendarDateSchema),
    calendar_version: calendarVersionSchema,
    /** Each counts as booked for the prices of those after it. */
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

/** Why a place cannot be booked, by its family and by an administrator. */
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

/** The data of the booking screen for a family and a time slot. */
export const bookableSlotSchema = z.object({
  /** With all its slots and their current places, so that the screen can offer another slot. */
  class: footballClassSchema,
  /** The family's children, oldest entry first. */
  children: z.array(childSchema),
  /** When the charge of a booking is due that is made now (DUE-01). */
  due_rule: dueRuleSchema,
  /** The children who are booked in the slot. */
  booked_child_ids: z.array(childIdSchema),
  /** The children who have had their trial in the class (TRI-05). */
  trials: z.array(
    z.object({
      child_id: childIdSchema,
      /** The trial, while its place can be kept (TRI-02). */
      held: z.nullable(bookingIdSchema),
    }),
  ),
  discounts: discountFactsSchema,
  /** When the class opens for the family; null once that is now (TRM-06). */
  opens_at: z.nullable(instantSchema),
  /** The family's bookings outside of the slot (BSK-04). */
  family_sessions: z.array(bookedSessionsSchema),
});
export type BookableSlot = z.infer<typeof bookableSlotSchema>;

/** A family's booking that is not ended. */
const myBookingSchema = z.extend(bookingDetailsSchema, {
  payment: paymentStateSchema,
  /** What cancelling it now does; null where its slot has no session to come. */
  ending: z.nullable(
    z.object({
      /** The last moment at which it is free of charge (END-05). */
      free_until: instantSchema,
      /** What is credited now. */
      credit: centsSchema,
    }),
  ),
  /** The value of the sessions left: what a move to another class credits (MOV-03). */
  sessions_left: centsSchema,
  /** The agreed dates of its sessions that were credited, which a move does not give again. */
  credited_dates: z.array(calendarDateSchema),
  /** The dates on which its child does not come, as the family said (ABS-01), ascending. */
  not_coming: z.array(calendarDateSchema),
  /** Its sessions with a mark, by date (REG-09). */
  attendance: z.array(markedSessionSchema),
  /** Of a trial: what the programme cost when it was booked (TRI-03). */
  program_price: z.optional(centsSchema),
  /** The slots of its class that it moved from and that have sessions of it. */
  earlier_times: z.array(z.pick(timeSlotSchema, { id: true, start_time: true, end_time: true })),
  /** Of a trial that a cancellation moved to its date: that of the cancelled session (CAN-08). */
  moved_from_date: z.optional(calendarDateSchema),
});
export type MyBooking = z.infer<typeof myBookingSchema>;

const myEndedBookingSchema = z.extend(endedBookingSchema, { payment: paymentStateSchema });
export type MyEndedBooking = z.infer<typeof myEndedBookingSchema>;

/** A family's bookings, live and ended, each newest first. */
export const myBookingsSchema = z.object({
  bookings: z.array(myBookingSchema),
  ended: z.array(myEndedBookingSchema),
  discounts: discountFactsSchema,
});

export type MyBookings = z.infer<typeof myBookingsSchema>;

/** Cancels a booking. `credit` is what was shown: the API refuses another one (END-05). */
export const cancelBookingSchema = z.strictObject({
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  child_id: childIdSchema,
  credit: centsSchema,
});
