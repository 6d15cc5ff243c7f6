import * as z from 'zod/mini';
import { userIdSchema } from '#shared/schemas/ids';
import {
  managedProfileSchema,
  parentDetailsSchema,
  parentPageSchema,
  searchParentsSchema,
} from '#shared/schemas/managed-profile';
import { updateProfileSchema } from '#shared/schemas/profile-input';
import type { Route } from '../route.ts';

const parentParams = z.strictObject({ parentId: userIdSchema });

/** Routes for administrators: families. */
export const parentRoutes = {
  searchParents: {
    method: 'POST',
    path: '/api/admin/parents/search',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary:
      'Families, the latest first: all accounts but administrators without a child or booking, or those found by name, email or phone',
    body: searchParentsSchema,
    readOnly: true,
    status: 200,
    response: parentPageSchema,
    errors: [],
  },
  getParent: {
    method: 'GET',
    path: '/api/admin/parents/{parentId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'A parent with children by name and bookings, newest first',
    params: parentParams,
    status: 200,
    response: parentDetailsSchema,
    errors: ['parentNotFound'],
  },
  updateParent: {
    method: 'PATCH',
    path: '/api/admin/parents/{parentId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Change a parent’s name and phone',
    params: parentParams,
    body: updateProfileSchema,
    status: 200,
    response: managedProfileSchema,
    errors: ['parentNotFound'],
  },
  deleteParent: {
    method: 'DELETE',
    path: '/api/admin/parents/{parentId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary:
      'Delete a parent’s account with children and bookings; sent again, it goes on where it was interrupted',
    params: parentParams,
    idempotent: true,
    status: 200,
    response: z.object({ success: z.literal(true) }),
    errors: ['parentNotFound', 'adminAccount'],
  },
} as const satisfies Record<string, Route>;
