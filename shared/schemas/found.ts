import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { bookingDetailsSchema } from './booking.ts';
import { managedProfileSchema } from './managed-profile.ts';
import { searchTextSchema } from './page.ts';

/** A search for families, children and their bookings. Sent as a body, because URLs are logged and it may be a name. */
export const findSchema = z.strictObject({
  query: searchTextSchema.check(z.minLength(limits.shortestSearch)),
});

/** The first hits of a search. */
export const foundSchema = z.object({
  /** By the parent's name, email or phone, or by a child's name. */
  families: z.array(
    z.extend(z.pick(managedProfileSchema, { id: true, full_name: true, email: true, phone_number: true }), {
      /** The names of the children, and of removed children who have bookings. */
      children: z.array(z.string()),
    }),
  ),
  /** The newest bookings of the first families. */
  bookings: z.array(bookingDetailsSchema),
});
export type Found = z.infer<typeof foundSchema>;
