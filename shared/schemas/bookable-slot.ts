import * as z from 'zod/mini';
import { bookedSessionsSchema } from './booked-sessions.ts';
import { childSchema } from './child.ts';
import { footballClassSchema } from './class.ts';
import { discountFactsSchema } from './discount-facts.ts';
import { bookingIdSchema, childIdSchema } from './ids.ts';
import { dueRuleSchema } from './school-settings.ts';
import { instantSchema } from './values.ts';

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
