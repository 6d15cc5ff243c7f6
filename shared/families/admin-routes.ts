import * as z from 'zod/mini';
import { differentNames, newChildSchema } from '#shared/families/child-input';
import { fullNameSchema, phoneNumberSchema, updateProfileSchema } from '#shared/families/profile-input';
import { emailRequestSchema, emailSchema } from '#shared/lib/email';
import { limits } from '#shared/limits';
import { roles } from '#shared/roles';
import { bookingDetailsSchema, discountFactsSchema, endedBookingSchema } from '../booking/booking.ts';
import { type Route, routeOf } from '../contract/route.ts';
import { childIdSchema, familyNoteIdSchema, userIdSchema } from '../lib/ids.ts';
import { cursorSchema, searchFields, searchTextSchema } from '../lib/search-text.ts';
import { instantSchema, multiLineText } from '../lib/values.ts';
import {
  adultInvitationSchema,
  childSchema,
  emailProblemSchema,
  familyRoleSchema,
  profileSchema,
  roleSchema,
} from './family.ts';
import { familyExportSchema } from './family-export.ts';

/** An account in the lists of the admin area. */
export const managedProfileSchema = z.extend(profileSchema, {
  role: roleSchema,
  /** The office knows the family by phone; nobody of it has a login (BHF-02). */
  login: z.optional(z.literal('none')),
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

/** A child as the office enters it: what only the family can answer is not asked (BHF-02). */
export const officeChildSchema = z.omit(newChildSchema, { medical_conditions: true, nothing_to_know: true });

const officeChildrenSchema = z
  .array(officeChildSchema)
  .check(z.maxLength(limits.childrenPerFamily, 'These are too many'), differentNames);

/** A family that phones (BHF-02). */
export const addFamilySchema = z.strictObject({
  full_name: fullNameSchema,
  phone_number: phoneNumberSchema,
  /** Empty where it has none. */
  email: z.union([z.literal(''), emailSchema]),
  children: officeChildrenSchema,
});

/** Searches parents by name, email or phone. */
const searchParentsSchema = z.strictObject({ ...searchFields(), cursor: z.optional(cursorSchema) });
export type SearchParents = z.infer<typeof searchParentsSchema>;

export const parentPageSchema = z.object({
  parents: z.array(z.extend(managedProfileSchema, { bookings_count: z.int() })),
  total: z.int(),
  next_cursor: z.nullable(cursorSchema),
});
export type ParentPage = z.infer<typeof parentPageSchema>;

/** An account that acts for a family, as the office sees it. */
const familyAccountSchema = z.extend(
  z.pick(managedProfileSchema, { id: true, full_name: true, email: true, phone_number: true }),
  { family_role: familyRoleSchema },
);

/** A parent with children, ordered by name (API-23), and bookings, live and ended, newest first. */
export const parentDetailsSchema = z.object({
  profile: managedProfileSchema,
  /** Who acts for the family by a login: none, one or two. */
  members: z.array(familyAccountSchema),
  invitation: z.nullable(adultInvitationSchema),
  children: z.array(childSchema),
  bookings: z.array(bookingDetailsSchema),
  ended: z.array(endedBookingSchema),
  discounts: discountFactsSchema,
});
export type ParentDetails = z.infer<typeof parentDetailsSchema>;

/** A note about a family, with its author's present name; null where the account was deleted (BHF-04). */
const familyNoteSchema = z.object({
  id: familyNoteIdSchema,
  at: instantSchema,
  author: z.nullable(z.string()),
  text: z.string(),
  /** The earlier note that it corrects, which stays. */
  corrects: z.nullable(familyNoteIdSchema),
});
export type FamilyNote = z.infer<typeof familyNoteSchema>;

export const addNoteSchema = z.strictObject({
  text: multiLineText(limits.familyNoteLength, 'Please write a note'),
  corrects: z.nullable(familyNoteIdSchema),
});

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
  addFamily: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/parents',
    summary: 'Add a family without a login: who phones, with children and an email if there is one',
    body: addFamilySchema,
    idempotent: true,
    status: 201,
    response: managedProfileSchema,
    errors: ['emailOfOther'],
  },
  addFamilyChildren: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/parents/{parentId}/children',
    summary: 'Add children to a family, all or none; what only the family can answer stays open',
    params: parentParams,
    body: z.strictObject({ children: officeChildrenSchema.check(z.minLength(1, 'Please add a child')) }),
    idempotent: true,
    status: 201,
    response: z.object({
      children: z.array(z.pick(childSchema, { id: true, name: true, date_of_birth: true })),
    }),
    errors: ['parentNotFound', 'childNameTaken', 'tooManyChildren', 'tooManyChildNames'],
  },
  correctChild: {
    ...routeOf.admin,
    method: 'PUT',
    path: '/api/admin/parents/{parentId}/children/{childId}',
    summary: 'Correct the name or date of birth of a child; bookings keep the age they were made with',
    params: z.strictObject({ parentId: userIdSchema, childId: childIdSchema }),
    body: officeChildSchema,
    status: 204,
    response: z.undefined(),
    errors: ['parentNotFound', 'childNotFound', 'childNameTaken'],
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
  downloadFamilyData: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/parents/{parentId}/export',
    freshSignIn: true,
    summary:
      'What is stored about a family, which may ask the school for it; the activity log says who asked',
    params: parentParams,
    response: familyExportSchema,
    errors: ['freshSignInRequired', 'parentNotFound'],
  },
  inviteFamily: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/parents/{parentId}/invitation',
    summary: 'Email a link by which a family without a login gets one; one before it ends',
    params: parentParams,
    body: emailRequestSchema,
    status: 202,
    response: z.object({ email: z.string() }),
    errors: ['parentNotFound', 'familyHasLogin', 'emailOfOther'],
  },
  listFamilyNotes: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/parents/{parentId}/notes',
    summary: 'What administrators noted about a family, newest first',
    params: parentParams,
    response: z.object({ notes: z.array(familyNoteSchema) }),
    errors: [],
  },
  addFamilyNote: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/parents/{parentId}/notes',
    summary: 'Add a note about a family, or the correction of one: nothing that was noted changes',
    params: parentParams,
    body: addNoteSchema,
    idempotent: true,
    status: 201,
    response: z.object({ id: familyNoteIdSchema }),
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
  endAdultAccessOf: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/parents/{parentId}/adult',
    summary: 'End the access of the second adult of a family',
    params: parentParams,
    status: 204,
    response: z.undefined(),
    errors: ['parentNotFound', 'adultNotFound', 'roleChanging'],
  },
  makeAdultHolder: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/parents/{parentId}/holder',
    freshSignIn: true,
    summary: 'Make the second adult of a family its holder; the holder becomes the second adult',
    params: parentParams,
    status: 204,
    response: z.undefined(),
    errors: ['freshSignInRequired', 'parentNotFound', 'adultNotFound'],
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
    errors: ['parentNotFound', 'adminAccount', 'roleChanging'],
  },
} as const satisfies Record<string, Route>;

export type ParentRoutes = typeof parentRoutes;
