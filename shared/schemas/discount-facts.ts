import * as z from 'zod/mini';
import { bookingSchema } from './booking.ts';
import { discountRulesSchema } from './school-settings.ts';

/** What decides about discounts besides the place that is priced (DIS-01, DIS-02). */
export const discountFactsSchema = z.object({
  rules: discountRulesSchema,
  /** The live full bookings of the family in classes that are not over; empty where no rule depends on them. */
  places: z.array(z.pick(bookingSchema, { class_id: true, time_slot_id: true, child_id: true })),
});
export type DiscountFacts = z.infer<typeof discountFactsSchema>;
