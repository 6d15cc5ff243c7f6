import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { dueDatesSchema } from './booking.ts';
import { classIdSchema, slotIdSchema } from './ids.ts';
import { calendarVersionSchema } from './slot.ts';
import { calendarDateSchema, centsSchema } from './values.ts';

/**
 * Books a place. `amount`, `due_dates`, `trial_date` and `calendar_version` are what was shown: the API refuses a different price, other
 * due dates, another date of the trial and another calendar (CAL-06, BOK-50).
 */
export const bookSlotSchema = z.strictObject({
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  /** Any text: the API answers `childNotFound` unless it is a child of the caller. */
  child_id: z.string('Please select a child').check(z.minLength(1, 'Please select a child'), z.maxLength(64)),
  is_trial: z.boolean(),
  amount: centsSchema,
  due_dates: dueDatesSchema,
  /** Not used for a full programme. */
  trial_date: z.nullish(calendarDateSchema),
  calendar_version: calendarVersionSchema,
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
export type BookSlot = z.infer<typeof bookSlotSchema>;
