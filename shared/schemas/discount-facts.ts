import * as z from 'zod/mini';
import { bookingSchema, discountSchema } from './booking.ts';
import { discountRulesSchema } from './school-settings.ts';

/** What decides about discounts besides the place that is priced (DIS-01, DIS-02). */
export const discountFactsSchema = z.object({
  rules: discountRulesSchema,
  /** The live full bookings of the family in classes that are not over; empty where no rule depends on them. */
  places: z.array(
    z.extend(z.pick(bookingSchema, { class_id: true, time_slot_id: true, child_id: true }), {
      /** The rule of the discount that was agreed: a place is no reason for a discount that it has itself (DIS-04). */
      rule: z.nullable(discountSchema.shape.rule),
    }),
  ),
});
export type DiscountFacts = z.infer<typeof discountFactsSchema>;
