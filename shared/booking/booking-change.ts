import * as z from 'zod/mini';
import type { ProblemCode } from '../contract/errors.ts';
import { childIdSchema, classIdSchema, familyIdSchema, slotIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, centsSchema } from '../lib/values.ts';
import { calendarVersionSchema } from '../sessions/slot.ts';
import { dueDatesSchema } from './booking.ts';

// The key of a booking of the caller's family.
const bookingKeySchema = z.strictObject({
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  child_id: childIdSchema,
});

const familyBookingKeySchema = z.extend(bookingKeySchema, { parent_id: familyIdSchema });

const moveFields = {
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  calendar_version: calendarVersionSchema,
  /** Credit for the sessions left of the old booking; 0 within a class. */
  credit: centsSchema,
  charge: centsSchema,
  /** The new date of a trial. Not used for a full programme. */
  trial_date: z.nullish(calendarDateSchema),
};

// The terms of a move as they were shown: the API refuses others.
const moveOrderSchema = z.strictObject(moveFields);
export type MoveOrder = z.infer<typeof moveOrderSchema>;

export const moveMyBookingSchema = z.strictObject({ booking: bookingKeySchema, ...moveFields });
export type MoveMyBooking = z.infer<typeof moveMyBookingSchema>;

export const moveBookingSchema = z.strictObject({
  booking: familyBookingKeySchema,
  ...moveFields,
  tell: z.boolean(),
});

/** The price, due dates and calendar are those that were shown: the API refuses others. */
export const upgradeTrialSchema = z.strictObject({
  booking: bookingKeySchema,
  amount: centsSchema,
  due_dates: dueDatesSchema,
  calendar_version: calendarVersionSchema,
});
export type UpgradeTrial = z.infer<typeof upgradeTrialSchema>;

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
