import * as z from 'zod/mini';
import { cardViewsSchema } from '#shared/schemas/card-view';
import { childSchema } from '#shared/schemas/child';
import { addChildrenSchema, newChildSchema, updateCardSchema } from '#shared/schemas/child-input';
import { familyExportSchema } from '#shared/schemas/family-export';
import { childIdSchema } from '#shared/schemas/ids';
import { familySchema, profileSchema } from '#shared/schemas/profile';
import { updateMyProfileSchema } from '#shared/schemas/profile-input';
import type { Route } from '../route.ts';

/** Routes of parents for their profile and children. */
export const profileRoutes = {
  getMyFamily: {
    method: 'GET',
    path: '/api/me',
    service: 'family',
    access: 'member',
    summary: "The caller's profile and children",
    status: 200,
    response: familySchema,
    errors: ['profileNotFound'],
  },
  updateMyProfile: {
    method: 'PATCH',
    path: '/api/me',
    service: 'family',
    access: 'member',
    summary: 'Change the name, phone number and reminders of the caller',
    body: updateMyProfileSchema,
    status: 200,
    response: profileSchema,
    errors: ['profileNotFound', 'tooManyChanges'],
  },
  addChildren: {
    method: 'POST',
    path: '/api/me/children',
    service: 'family',
    access: 'member',
    summary: 'Add children to the caller’s family, all or none',
    body: addChildrenSchema,
    idempotent: true,
    status: 201,
    response: z.object({ children: z.array(childSchema) }),
    errors: ['profileNotFound', 'sameChildName', 'tooManyChildren', 'tooManyChildNames', 'tooManyChanges'],
  },
  updateChild: {
    method: 'PUT',
    path: '/api/me/children/{childId}',
    service: 'family',
    access: 'member',
    summary: 'Change one of the caller’s children; bookings keep the age they were made with',
    params: z.strictObject({ childId: childIdSchema }),
    body: newChildSchema,
    status: 204,
    response: z.undefined(),
    errors: ['childNotFound', 'sameChildName', 'profileNotFound', 'tooManyChanges'],
  },
  updateCard: {
    method: 'PATCH',
    path: '/api/me/children/{childId}/card',
    service: 'family',
    access: 'member',
    summary: 'Change what coaches are told about one of the caller’s children: what is left out stays',
    params: z.strictObject({ childId: childIdSchema }),
    body: updateCardSchema,
    status: 200,
    response: childSchema,
    errors: ['childNotFound'],
  },
  removeChild: {
    method: 'DELETE',
    path: '/api/me/children/{childId}',
    service: 'family',
    access: 'member',
    summary: 'Remove one of the caller’s children that has no session to come',
    params: z.strictObject({ childId: childIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['childNotFound', 'childHasBookings', 'profileNotFound', 'tooManyChanges'],
  },
  listCardViews: {
    method: 'GET',
    path: '/api/me/card-views',
    service: 'family',
    access: 'member',
    summary: 'Who read the cards of the caller’s children, on which day, for which session',
    status: 200,
    response: z.object({ views: cardViewsSchema }),
    errors: ['profileNotFound'],
  },
  exportMyData: {
    method: 'GET',
    path: '/api/me/export',
    service: 'family',
    access: 'member',
    freshSignIn: true,
    summary: 'What is stored about the caller’s family: no newsletter, no emails',
    status: 200,
    response: familyExportSchema,
    errors: ['freshSignInRequired', 'profileNotFound'],
  },
} as const satisfies Record<string, Route>;
