import * as z from 'zod/mini';
import { classIdSchema, slotIdSchema } from './ids.ts';
import { centsSchema } from './values.ts';

/** What a parent sends to take a place. `amount` is the total that was shown: a different price is refused. */
export const bookSlotSchema = z.strictObject({
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  /** Any text: what is not one of the caller's children answers `childNotFound`. */
  child_id: z.string('Please select a child').check(z.minLength(1, 'Please select a child'), z.maxLength(64)),
  is_trial: z.boolean(),
  amount: centsSchema,
});
export type BookSlot = z.infer<typeof bookSlotSchema>;
