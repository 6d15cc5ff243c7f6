import * as z from 'zod/mini';
import type { ProblemCode } from '../contract/errors.ts';
import { childIdSchema, classIdSchema, familyIdSchema, slotIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, centsSchema } from '../lib/values.ts';
import { calendarVersionSchema } from '../sessions/slot.ts';
import { dueDatesSchema } from './booking.ts';

/** Where a booking of the caller's family is: it is read by its key. */
const bookedPlaceSchema = z.strictObject({
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  child_id: childIdSchema,
});

/** Where the booking of a family is. */
const familyPlaceSchema = z.extend(bookedPlaceSchema, { parent_id: familyIdSchema });

const moveFields = {
  /** The new slot. */
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  calendar_version: calendarVersionSchema,
  /** Credited for the sessions left of the old booking; 0 within a class. */
  credit: centsSchema,
  /** The amount of the new booking; 0 within a class. */
  charge: centsSchema,
  /** The new date of a trial. Not used for a full programme. */
  trial_date: z.nullish(calendarDateSchema),
};

/**
 * What a move was agreed to: the new slot with its calendar, the money and the date of a trial, as they were shown. The API
 * refuses any other.
 */
const moveOrderSchema = z.strictObject(moveFields);
export type MoveOrder = z.infer<typeof moveOrderSchema>;

/** Moves a booking of the caller's family to another slot. */
export const moveMyBookingSchema = z.strictObject({ booking: bookedPlaceSchema, ...moveFields });
export type MoveMyBooking = z.infer<typeof moveMyBookingSchema>;

/** Moves the booking of a family. */
export const moveBookingSchema = z.strictObject({
  booking: familyPlaceSchema,
  ...moveFields,
  /** Whether the parent is told by email. */
  tell: z.boolean(),
});

/**
 * Turns a trial into a full programme at the price, with the due dates and the calendar that were shown. The API refuses any
 * other.
 */
export const keepPlaceSchema = z.strictObject({
  booking: bookedPlaceSchema,
  amount: centsSchema,
  due_dates: dueDatesSchema,
  calendar_version: calendarVersionSchema,
});
export type KeepPlace = z.infer<typeof keepPlaceSchema>;

/** Why a booking cannot move to another time slot, for its family and for an administrator. */
export const moveProblems = [
  'bookingNotFound',
  'slotNotFound',
  'profileNotFound',
  'slotFull',
  'alreadyBooked',
  'sessionsOverlap',
  'classEnded',
  'trialNotMovable',
  'trialHeld',
  'programEnded',
  'priceChanged',
  'trialDateChanged',
  'calendarChanged',
  'movedBefore',
] as const satisfies readonly ProblemCode[];
