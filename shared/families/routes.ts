import * as z from 'zod/mini';
import { editSchema } from '#shared/contract/edits';
import { updateCardSchema, updateChildSchema } from '#shared/families/child-edits';
import { addChildrenSchema } from '#shared/families/child-input';
import { myProfileSchema } from '#shared/families/profile-input';
import { type Route, routeOf } from '../contract/route.ts';
import { childIdSchema, userIdSchema } from '../lib/ids.ts';
import { cardViewsSchema, childSchema, profileSchema } from './family.ts';
import { familyExportSchema } from './family-export.ts';
import { myFamilySchema } from './members.ts';

export const profileRoutes = {
  getMyFamily: {
    ...routeOf.family,
    confirmsFamily: true,
    method: 'GET',
    path: '/api/me',
    summary: "The caller's profile and children",
    response: myFamilySchema,
    errors: ['profileNotFound'],
  },
  updateMyProfile: {
    ...routeOf.family,
    confirmsFamily: true,
    method: 'PATCH',
    path: '/api/me',
    summary: 'Change the name, phone number and reminders of the caller',
    body: editSchema(myProfileSchema.shape),
    response: profileSchema,
    errors: ['profileNotFound', 'tooManyChanges'],
  },
  chooseMoneyMails: {
    ...routeOf.family,
    confirmsFamily: true,
    method: 'PUT',
    path: '/api/me/money-mails',
    summary: 'Choose which of two adults gets the emails about money',
    body: z.strictObject({ money_mails: userIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['profileNotFound', 'adultNotFound', 'tooManyChanges'],
  },
  addChildren: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/children',
    summary: 'Add children to the caller’s family, all or none',
    body: addChildrenSchema,
    idempotent: true,
    status: 201,
    response: z.object({ children: z.array(childSchema) }),
    errors: ['profileNotFound', 'sameChildName', 'tooManyChildren', 'tooManyChildNames', 'tooManyChanges'],
  },
  updateChild: {
    ...routeOf.family,
    method: 'PATCH',
    path: '/api/me/children/{childId}',
    summary: 'Change one of the caller’s children; bookings keep the age they were made with',
    params: z.strictObject({ childId: childIdSchema }),
    body: updateChildSchema,
    status: 204,
    response: z.undefined(),
    errors: ['childNotFound', 'sameChildName', 'profileNotFound', 'tooManyChanges'],
  },
  updateCard: {
    ...routeOf.family,
    method: 'PATCH',
    path: '/api/me/children/{childId}/card',
    summary: 'Change what coaches are told about one of the caller’s children: what is left out stays',
    params: z.strictObject({ childId: childIdSchema }),
    body: updateCardSchema,
    response: childSchema,
    // Coaches must know at once what a parent says of a child's health. It overwrites one item and sends nothing.
    uncounted: true,
    errors: ['childNotFound'],
  },
  removeChild: {
    ...routeOf.family,
    method: 'DELETE',
    path: '/api/me/children/{childId}',
    summary: 'Remove one of the caller’s children that has no session to come',
    params: z.strictObject({ childId: childIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['childNotFound', 'childHasBookings', 'profileNotFound', 'tooManyChanges'],
  },
  listCardViews: {
    ...routeOf.family,
    method: 'GET',
    path: '/api/me/card-views',
    summary: 'Who read the cards of the caller’s children, on which day, for which session',
    response: z.object({ views: cardViewsSchema }),
    errors: ['profileNotFound'],
  },
  exportMyData: {
    ...routeOf.family,
    method: 'GET',
    path: '/api/me/export',
    freshSignIn: true,
    summary: 'What is stored about the caller’s family: no newsletter, no emails',
    response: z.extend(familyExportSchema, {
      /** Erased at most 14 days ago; the caller was its second adult. */
      former_family: z.nullable(familyExportSchema),
    }),
    errors: ['freshSignInRequired', 'profileNotFound'],
  },
} as const satisfies Record<string, Route>;

export type ProfileRoutes = typeof profileRoutes;
