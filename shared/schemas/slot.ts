import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { classIdSchema, slotIdSchema } from './ids.ts';
import { wallTimeSchema } from './values.ts';

/** A weekly time slot of a class, with limited places (DAT-07). */
export const timeSlotSchema = z.object({
  id: slotIdSchema,
  class_id: classIdSchema,
  start_time: wallTimeSchema,
  end_time: wallTimeSchema,
  max_capacity: z.int().check(z.minimum(1), z.maximum(limits.slotCapacity)),
  current_bookings: z.int().check(z.nonnegative()),
});
export type TimeSlot = z.infer<typeof timeSlotSchema>;
