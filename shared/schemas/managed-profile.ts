import * as z from 'zod/mini';
import { roles } from '#shared/roles';
import { bookingDetailsSchema } from './booking.ts';
import { childSchema } from './child.ts';
import { discountFactsSchema } from './discount-facts.ts';
import { emailProblemSchema } from './email-problem.ts';
import { endedBookingSchema } from './ended-booking.ts';
import { userIdSchema } from './ids.ts';
import { cursorSchema, searchFields } from './page.ts';
import { profileSchema } from './profile.ts';
import { roleSchema } from './role.ts';

/** An account in the lists of the admin area. */
export const managedProfileSchema = z.extend(profileSchema, {
  role: roleSchema,
  /** A change of the role was interrupted; granting or revoking again completes it. */
  role_pending: z.boolean(),
  /** The deletion of the account was interrupted; deleting it again completes it. */
  deleting: z.boolean(),
  /** Why no mail is sent to the address, or null. */
  email_problem: z.nullable(emailProblemSchema),
});
export type ManagedProfile = z.infer<typeof managedProfileSchema>;

/** An administrator in the list of administrators. */
export const administratorSchema = z.extend(managedProfileSchema, { has_second_factor: z.boolean() });
export type Administrator = z.infer<typeof administratorSchema>;

/** Searches parents by name, email or phone. */
export const searchParentsSchema = z.strictObject({ ...searchFields(), cursor: z.optional(cursorSchema) });
export type SearchParents = z.infer<typeof searchParentsSchema>;

export const parentPageSchema = z.object({
  parents: z.array(z.extend(managedProfileSchema, { bookings_count: z.int() })),
  total: z.int(),
  next_cursor: z.nullable(cursorSchema),
});
export type ParentPage = z.infer<typeof parentPageSchema>;

/** A parent with children, ordered by name (API-23), and bookings, live and ended, newest first. */
export const parentDetailsSchema = z.object({
  profile: managedProfileSchema,
  children: z.array(childSchema),
  bookings: z.array(bookingDetailsSchema),
  ended: z.array(endedBookingSchema),
  discounts: discountFactsSchema,
});
export type ParentDetails = z.infer<typeof parentDetailsSchema>;

/** The single role of a user (DAT-18, API-27): the first that they have, as in their tokens. */
export const userRoleSchema = z.object({ user_id: userIdSchema, role: z.enum(roles) });
