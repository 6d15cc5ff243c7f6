import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { classIdSchema, slotIdSchema } from './ids.ts';
import { wallTimeSchema } from './values.ts';

/** Raised by each change of what families agree to when they book: sessions, times, place, rate (CAL-06). */
export const calendarVersionSchema = z.int().check(z.nonnegative());

/** A weekly time slot of a class, with limited places (DAT-07). */
export const timeSlotSchema = z.object({
  id: slotIdSchema,
  class_id: classIdSchema,
  start_time: wallTimeSchema,
  end_time: wallTimeSchema,
  max_capacity: z.int().check(z.minimum(1), z.maximum(limits.slotCapacity)),
  /** Places that nobody else can book: bookings and held places. */
  current_bookings: z.int().check(z.nonnegative()),
  /** Of these, the places that are kept for the waiting list or offered to it. Absent for none, and for the public. */
  held: z.optional(z.int().check(z.nonnegative())),
  /** The entries of the waiting list that wait for an offer. Absent for none, and for the public. */
  waiting: z.optional(z.int().check(z.nonnegative())),
  calendar_version: calendarVersionSchema,
});
export type TimeSlot = z.infer<typeof timeSlotSchema>;
