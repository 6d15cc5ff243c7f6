import * as z from 'zod/mini';
import { childSchema } from './child.ts';
import { footballClassSchema } from './class.ts';
import { childIdSchema } from './ids.ts';

/** What a family is offered in one time slot. */
export const bookingOfferSchema = z.object({
  /** With its other slots, to go to when this one is full. Places are as of this moment. */
  class: footballClassSchema,
  /** The family's children, oldest entry first. */
  children: z.array(childSchema),
  /** Those of them who have a place in the slot. */
  booked_child_ids: z.array(childIdSchema),
});
export type BookingOffer = z.infer<typeof bookingOfferSchema>;
