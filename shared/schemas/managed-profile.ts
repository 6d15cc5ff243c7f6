import * as z from 'zod/mini';
import { bookingDetailsSchema } from './booking.ts';
import { childSchema } from './child.ts';
import { emailProblemSchema } from './email-problem.ts';
import { userIdSchema } from './ids.ts';
import { searchFields } from './page.ts';
import { profileSchema } from './profile.ts';
import { roleSchema } from './role.ts';

/** A profile as administrators see it. */
export const managedProfileSchema = z.extend(profileSchema, {
  role: roleSchema,
  /** A change of the role has begun and not ended: granting or revoking again completes it. */
  role_pending: z.boolean(),
  /** The deletion of the account has begun and not ended: deleting it again completes it. */
  deleting: z.boolean(),
  /** Why bookings are no longer confirmed to the address, or null. */
  email_problem: z.nullable(emailProblemSchema),
});
export type ManagedProfile = z.infer<typeof managedProfileSchema>;

/** Where a page of profiles begins: after the last one of the previous page. Opaque to the client. */
const cursorSchema = z.string().check(z.maxLength(100));

/** Asks for parents by name, email or phone. */
export const searchParentsSchema = z.lazy(() =>
  z.strictObject({ ...searchFields(), cursor: z.optional(cursorSchema) }),
);
export type SearchParents = z.infer<typeof searchParentsSchema>;

export const parentPageSchema = z.lazy(() =>
  z.object({
    parents: z.array(z.extend(managedProfileSchema, { bookings_count: z.int() })),
    total: z.int(),
    next_cursor: z.nullable(cursorSchema),
  }),
);
export type ParentPage = z.infer<typeof parentPageSchema>;

/** A parent with children by name (API-23) and bookings, newest first. */
export const parentDetailsSchema = z.lazy(() =>
  z.object({
    profile: managedProfileSchema,
    children: z.array(childSchema),
    bookings: z.array(bookingDetailsSchema),
  }),
);
export type ParentDetails = z.infer<typeof parentDetailsSchema>;

/** The single role of a user (DAT-18, API-27). */
export const userRoleSchema = z.object({ user_id: userIdSchema, role: roleSchema });
