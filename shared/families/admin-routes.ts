import * as z from 'zod/mini';
import { updateProfileSchema } from '#shared/families/profile-input';
import { limits } from '#shared/limits';
import { roles } from '#shared/roles';
import { bookingDetailsSchema, discountFactsSchema, endedBookingSchema } from '../booking/booking.ts';
import { type Route, routeOf } from '../contract/route.ts';
import { userIdSchema } from '../lib/ids.ts';
import { cursorSchema, searchFields, searchTextSchema } from '../lib/search-text.ts';
import { childSchema, emailProblemSchema, profileSchema, roleSchema } from './family.ts';

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
const searchParentsSchema = z.strictObject({ ...searchFields(), cursor: z.optional(cursorSchema) });
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

const parentParams = z.strictObject({ parentId: userIdSchema });

/** Routes for administrators: families. */
export const parentRoutes = {
  searchParents: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/parents/search',
    summary:
      'Families, the latest first: all accounts but administrators without a child or booking, or those found by name, email or phone',
    body: searchParentsSchema,
    readOnly: true,
    response: parentPageSchema,
    errors: [],
  },
  getParent: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/parents/{parentId}',
    summary: 'A parent with children by name and bookings, newest first',
    params: parentParams,
    response: parentDetailsSchema,
    errors: ['parentNotFound'],
  },
  updateParent: {
    ...routeOf.admin,
    method: 'PATCH',
    path: '/api/admin/parents/{parentId}',
    summary: 'Change a parent’s name and phone',
    params: parentParams,
    body: updateProfileSchema,
    response: managedProfileSchema,
    errors: ['parentNotFound'],
  },
  deleteParent: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/parents/{parentId}',
    summary:
      'Delete a parent’s account with children and bookings; sent again, it goes on where it was interrupted',
    params: parentParams,
    idempotent: true,
    response: z.object({ success: z.literal(true) }),
    errors: ['parentNotFound', 'adminAccount'],
  },
} as const satisfies Record<string, Route>;

export type ParentRoutes = typeof parentRoutes;
