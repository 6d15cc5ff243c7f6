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
  current_bookings: z.int().check(z.nonnegative()),
  calendar_version: calendarVersionSchema,
});
export type TimeSlot = z.infer<typeof timeSlotSchema>;
