import * as z from 'zod/mini';
import { endedBookingSchema } from './ended-booking.ts';
import { userIdSchema } from './ids.ts';
import { profileSchema } from './profile.ts';
import { centsSchema } from './values.ts';

/** What each choice of an administrator credits when a booking is removed now (END-09). */
export const removalChoicesSchema = z.object({
  charge: centsSchema,
  sessions: centsSchema,
  nothing: centsSchema,
});

const removalCreditSchema = z.keyof(removalChoicesSchema);
export type RemovalCredit = z.infer<typeof removalCreditSchema>;

/** How a booking is removed: what is left of its charge is credited and the parent is told, unless said otherwise. */
export const removeBookingSchema = z.strictObject({
  credit: z._default(removalCreditSchema, 'charge'),
  tell: z._default(z.enum(['yes', 'no']), 'yes'),
});

/** Decides about the credit of a late cancellation (END-07). */
export const decideLateEndingSchema = z.strictObject({
  parent_id: userIdSchema,
  /** Whether the suggested amount is credited; otherwise nothing is. */
  credit: z.boolean('Please choose whether to credit'),
});

/** A late cancellation whose credit is to be decided, with the family. */
export const lateEndingSchema = z.extend(endedBookingSchema, {
  parent: z.pick(profileSchema, { full_name: true, phone_number: true }),
});
export type LateEnding = z.infer<typeof lateEndingSchema>;
