import * as z from 'zod/mini';
import { classIdSchema, slotIdSchema } from './ids.ts';
import { centsSchema } from './values.ts';

/** Books a place. `amount` is the total that was shown; the API refuses a different price. */
export const bookSlotSchema = z.strictObject({
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  /** Any text: the API answers `childNotFound` unless it is a child of the caller. */
  child_id: z.string('Please select a child').check(z.minLength(1, 'Please select a child'), z.maxLength(64)),
  is_trial: z.boolean(),
  amount: centsSchema,
});
export type BookSlot = z.infer<typeof bookSlotSchema>;
