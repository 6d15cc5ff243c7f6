import * as z from 'zod/mini';
import { coachSchema, coverSchema, setCoverSchema } from '#shared/schemas/coach';
import { emailRequestSchema } from '#shared/schemas/email';
import { classIdSchema, userIdSchema } from '#shared/schemas/ids';
import type { Route } from '../route.ts';

/** Routes for administrators: coaches, and who stands in at a session. */
export const coachAdminRoutes = {
  listCoaches: {
    method: 'GET',
    path: '/api/admin/coaches',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'The accounts with the role coach, by name',
    status: 200,
    response: z.object({ coaches: z.array(coachSchema) }),
    errors: [],
  },
  grantCoach: {
    method: 'POST',
    path: '/api/admin/coaches',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Make the account with an email a coach; sent again, it completes an interrupted change',
    body: emailRequestSchema,
    status: 200,
    response: coachSchema,
    errors: ['accountNotFound', 'emailNotVerified', 'neverLoggedIn', 'roleChanging'],
  },
  revokeCoach: {
    method: 'DELETE',
    path: '/api/admin/coaches/{userId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Take the role coach from an account; sent again, it completes an interrupted change',
    params: z.strictObject({ userId: userIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: [],
  },
  listCovers: {
    method: 'GET',
    path: '/api/admin/classes/{classId}/covers',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Who stands in at the sessions of a class from today on',
    params: z.strictObject({ classId: classIdSchema }),
    status: 200,
    response: z.object({ covers: z.array(coverSchema) }),
    errors: [],
  },
  setCover: {
    method: 'PUT',
    path: '/api/admin/classes/{classId}/covers',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Name the coaches who stand in at one session of a class',
    params: z.strictObject({ classId: classIdSchema }),
    body: setCoverSchema,
    status: 204,
    response: z.undefined(),
    errors: ['classNotFound', 'sessionNotFound'],
  },
} as const satisfies Record<string, Route>;
