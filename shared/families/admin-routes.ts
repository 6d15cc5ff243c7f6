import * as z from 'zod/mini';
import { editSchema } from '#shared/contract/edits';
import { correctChildSchema } from '#shared/families/child-edits';
import { differentNames, newChildSchema } from '#shared/families/child-input';
import { fullNameSchema, personSchema, phoneNumberSchema } from '#shared/families/profile-input';
import { emailRequestSchema, emailSchema } from '#shared/lib/email';
import { limits } from '#shared/limits';
import { roles } from '#shared/roles';
import { bookingDetailsSchema, discountFactsSchema, endedBookingSchema } from '../booking/booking.ts';
import { type Route, routeOf } from '../contract/route.ts';
import { childIdSchema, familyIdSchema, familyNoteIdSchema, userIdSchema } from '../lib/ids.ts';
import { cursorSchema, searchFields, searchTextSchema } from '../lib/search-text.ts';
import { calendarDateSchema, centsSchema, instantSchema, multiLineText } from '../lib/values.ts';
import {
  adultInvitationSchema,
  childSchema,
  emailProblemSchema,
  familyRoleSchema,
  roleSchema,
} from './family.ts';
import { familyExportSchema } from './family-export.ts';

const managedFields = {
  created_at: instantSchema,
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  email_verified: z.boolean(),
  email_problem: z.nullable(emailProblemSchema),
  role: roleSchema,
  /** An interrupted deletion; deleting again completes it. */
  deleting: z.boolean(),
};

/** The contact of the family's holder, or what the office typed (FID-13). */
export const managedFamilySchema = z.object({
  id: familyIdSchema,
  ...managedFields,
  /** False for a family that the office knows by phone (BHF-02). */
  has_login: z.boolean(),
  /** The family of an unfinished join; joining again completes it (FID-11). */
  joined_into: z.optional(familyIdSchema),
});
export type ManagedFamily = z.infer<typeof managedFamilySchema>;

export const managedAccountSchema = z.object({
  id: userIdSchema,
  family_id: familyIdSchema,
  ...managedFields,
  /** An interrupted change of the role; repeating it completes it. */
  role_pending: z.boolean(),
});
export type ManagedAccount = z.infer<typeof managedAccountSchema>;

export const administratorSchema = z.extend(managedAccountSchema, { has_second_factor: z.boolean() });
export type Administrator = z.infer<typeof administratorSchema>;

/** Omits what only the family can answer (BHF-02). */
export const officeChildSchema = z.omit(newChildSchema, { medical_conditions: true, nothing_to_know: true });

const officeChildrenSchema = z
  .array(officeChildSchema)
  .check(z.maxLength(limits.childrenPerFamily, 'These are too many'), differentNames);

export const addFamilySchema = z.strictObject({
  full_name: fullNameSchema,
  phone_number: phoneNumberSchema,
  email: z.union([z.literal(''), emailSchema]),
  children: officeChildrenSchema,
});

const searchParentsSchema = z.strictObject({ ...searchFields(), cursor: z.optional(cursorSchema) });
export type SearchParents = z.infer<typeof searchParentsSchema>;

export const parentPageSchema = z.object({
  parents: z.array(z.extend(managedFamilySchema, { bookings_count: z.int() })),
  total: z.int(),
  next_cursor: z.nullable(cursorSchema),
});
export type ParentPage = z.infer<typeof parentPageSchema>;

const familyAccountSchema = z.extend(
  z.pick(managedAccountSchema, { id: true, full_name: true, email: true, phone_number: true }),
  { family_role: familyRoleSchema },
);

const sameFamilySchema = z.object({
  id: familyIdSchema,
  full_name: z.string(),
  reason: z.enum(['phone', 'child']),
  /** An interrupted join; joining again completes it. */
  is_joining: z.optional(z.literal(true)),
});
export type SameFamily = z.infer<typeof sameFamilySchema>;

/** A login that the office removed, and when it saw the family (FID-10). */
const removedLoginSchema = z.object({
  id: userIdSchema,
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  since: instantSchema,
  until: instantSchema,
});

/** Children by name (API-23), live and ended bookings, newest first. */
export const parentDetailsSchema = z.object({
  profile: managedFamilySchema,
  members: z.array(familyAccountSchema),
  /** What the office typed, where the member's contact differs (FID-13). */
  typed: z.nullable(z.pick(managedFamilySchema, { full_name: true, phone_number: true })),
  removed_logins: z.array(removedLoginSchema),
  /** Families that may be the same. */
  same: z.array(sameFamilySchema),
  invitation: z.nullable(adultInvitationSchema),
  children: z.array(childSchema),
  bookings: z.array(
    z.extend(bookingDetailsSchema, {
      /** The credit of a move to another class (MOV-03). */
      sessions_left: centsSchema,
      /** Dates of sessions that were credited, which a move does not give again. */
      credited_dates: z.array(calendarDateSchema),
    }),
  ),
  ended: z.array(endedBookingSchema),
  discounts: discountFactsSchema,
});
export type ParentDetails = z.infer<typeof parentDetailsSchema>;

/** The author's present name is null for a deleted account (BHF-04). */
const familyNoteSchema = z.object({
  id: familyNoteIdSchema,
  at: instantSchema,
  author: z.nullable(z.string()),
  text: z.string(),
  /** The earlier note that this note corrects. */
  corrects: z.nullable(familyNoteIdSchema),
});
export type FamilyNote = z.infer<typeof familyNoteSchema>;

export const addNoteSchema = z.strictObject({
  text: multiLineText(limits.familyNoteLength, 'Please write a note'),
  corrects: z.nullable(familyNoteIdSchema),
});

/** The first role in the user's tokens (DAT-18, API-27). */
export const userRoleSchema = z.object({ user_id: userIdSchema, role: z.enum(roles) });

/** A body, since the query may be a name and URLs are logged. */
export const findSchema = z.strictObject({
  query: searchTextSchema.check(z.minLength(limits.shortestSearch)),
});

export const foundSchema = z.object({
  /** Found by the parent's name, email or phone, or by a child's name. */
  families: z.array(
    z.extend(z.pick(managedFamilySchema, { id: true, full_name: true, email: true, phone_number: true }), {
      /** Includes removed children with bookings. */
      children: z.array(z.string()),
    }),
  ),
  bookings: z.array(bookingDetailsSchema),
});
export type Found = z.infer<typeof foundSchema>;

const parentParams = z.strictObject({ parentId: familyIdSchema });

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
    response: managedFamilySchema,
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
    method: 'PATCH',
    path: '/api/admin/parents/{parentId}/children/{childId}',
    summary: 'Correct the name or date of birth of a child; bookings keep the age they were made with',
    params: z.strictObject({ parentId: familyIdSchema, childId: childIdSchema }),
    body: correctChildSchema,
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
    errors: ['parentNotFound', 'familyHasLogin', 'nothingToAsk', 'emailOfOther', 'tooManyAttempts'],
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
    body: editSchema(personSchema.shape),
    response: managedFamilySchema,
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
    errors: ['parentNotFound', 'adultNotFound'],
  },
  removeLogin: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/parents/{parentId}/members/{userId}',
    freshSignIn: true,
    summary: 'Take a login off a family: the login stays without the family, and the family keeps everything',
    params: z.strictObject({ parentId: familyIdSchema, userId: userIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['freshSignInRequired', 'parentNotFound', 'memberNotFound'],
  },
  joinFamilies: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/parents/{parentId}/join',
    freshSignIn: true,
    summary: 'Make one family of two; sent again, it goes on where it was interrupted',
    params: parentParams,
    body: z.strictObject({ other_id: familyIdSchema }),
    idempotent: true,
    response: z.object({ success: z.literal(true) }),
    errors: [
      'freshSignInRequired',
      'parentNotFound',
      'tooManyAdults',
      'tooManyChildren',
      'childNameTaken',
      'bothBooked',
      'familyJoining',
    ],
  },
  notSameFamily: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/parents/{parentId}/same/{otherId}',
    summary: 'Say that two families are not the same one: the hint ends for both',
    params: z.strictObject({ parentId: familyIdSchema, otherId: familyIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['parentNotFound'],
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
    errors: ['parentNotFound', 'adminAccount', 'familyJoining', 'roleChanging'],
  },
} as const satisfies Record<string, Route>;

export type ParentRoutes = typeof parentRoutes;
