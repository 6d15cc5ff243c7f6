import * as z from 'zod/mini';
import { emailRequestSchema } from '#shared/schemas/email';
import { userIdSchema } from '#shared/schemas/ids';
import { administratorSchema, managedProfileSchema, userRoleSchema } from '#shared/schemas/managed-profile';
import type { Route } from '../route.ts';

const userParams = z.strictObject({ userId: userIdSchema });

/** Routes for administrators: administrators and roles. */
export const administratorRoutes = {
  listAdmins: {
    method: 'GET',
    path: '/api/admin/admins',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'The accounts with the admin role, and whether each has a second factor',
    status: 200,
    response: z.object({ admins: z.array(administratorSchema) }),
    errors: [],
  },
  grantAdmin: {
    method: 'POST',
    path: '/api/admin/admins',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    freshSignIn: true,
    summary:
      'Make the account with an email an administrator; sent again, it completes an interrupted change',
    body: emailRequestSchema,
    status: 200,
    response: managedProfileSchema,
    errors: ['freshSignInRequired', 'accountNotFound', 'emailNotVerified', 'neverLoggedIn', 'roleChanging'],
  },
  revokeAdmin: {
    method: 'DELETE',
    path: '/api/admin/admins/{userId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Take the admin role from another account; sent again, it completes an interrupted change',
    params: userParams,
    status: 204,
    response: z.undefined(),
    errors: ['ownRole', 'lastAdmin', 'roleChanging'],
  },
  resetSecondFactor: {
    method: 'DELETE',
    path: '/api/admin/users/{userId}/second-factor',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    freshSignIn: true,
    summary: 'Remove the second factor of another account, and end all its sessions',
    params: userParams,
    status: 204,
    response: z.undefined(),
    errors: ['freshSignInRequired', 'ownSecondFactor', 'noSecondFactor'],
  },
  getRole: {
    method: 'GET',
    path: '/api/admin/users/{userId}/role',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'The role of a user',
    params: userParams,
    status: 200,
    response: userRoleSchema,
    errors: [],
  },
} as const satisfies Record<string, Route>;
