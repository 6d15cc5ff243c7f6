import * as z from 'zod/mini';
import {
  coachChecksSchema,
  coachSchema,
  invitationIdSchema,
  invitationSchema,
  listedCoachSchema,
} from '#shared/accounts/coaches';
import { editSchema } from '#shared/contract/edits';
import { administratorSchema, managedAccountSchema, userRoleSchema } from '#shared/families/admin-routes';
import { emailRequestSchema } from '#shared/lib/email';
import { classIdSchema, slotIdSchema, userIdSchema } from '#shared/lib/ids';
import { calendarDateSchema } from '#shared/lib/values';
import { coverChoiceSchema, coverSchema } from '#shared/sessions/calendar-rules';
import { type Route, routeOf } from '../contract/route.ts';

const userParams = z.strictObject({ userId: userIdSchema });

export const administratorRoutes = {
  listAdmins: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/admins',
    summary: 'The accounts with the admin role, whether each has a second factor, and who is invited',
    response: z.object({ admins: z.array(administratorSchema), invitations: z.array(invitationSchema) }),
    errors: [],
  },
  grantAdmin: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/admins',
    freshSignIn: true,
    summary:
      'Make the account with an email an administrator; sent again, it completes an interrupted change',
    body: emailRequestSchema,
    response: managedAccountSchema,
    errors: ['freshSignInRequired', 'accountNotFound', 'emailNotVerified', 'neverLoggedIn', 'roleChanging'],
  },
  inviteAdmin: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/admin-invitations',
    freshSignIn: true,
    summary: 'Invite an address to be an administrator by an email; again, which ends the link before',
    body: emailRequestSchema,
    status: 202,
    response: z.object({ email: z.string() }),
    errors: ['freshSignInRequired', 'tooManyAttempts'],
  },
  withdrawAdminInvitation: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/admin-invitations/{invitationId}',
    summary: 'Withdraw the invitation of an administrator: its link ends',
    params: z.strictObject({ invitationId: invitationIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: [],
  },
  revokeAdmin: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/admins/{userId}',
    summary: 'Take the admin role from another account; sent again, it completes an interrupted change',
    params: userParams,
    status: 204,
    response: z.undefined(),
    errors: ['ownRole', 'lastAdmin', 'roleChanging'],
  },
  resetSecondFactor: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/users/{userId}/second-factor',
    freshSignIn: true,
    summary: 'Remove the second factor of another account, and end all its sessions',
    params: userParams,
    status: 204,
    response: z.undefined(),
    errors: ['freshSignInRequired', 'ownSecondFactor', 'noSecondFactor'],
  },
  getRole: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/users/{userId}/role',
    summary: 'The role of a user',
    params: userParams,
    response: userRoleSchema,
    errors: [],
  },
} as const satisfies Record<string, Route>;

export type AdministratorRoutes = typeof administratorRoutes;

export const coachAdminRoutes = {
  listCoaches: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/coaches',
    summary: 'The accounts with the role coach, by name, and who is invited',
    response: z.object({ coaches: z.array(listedCoachSchema), invitations: z.array(invitationSchema) }),
    errors: [],
  },
  grantCoach: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/coaches',
    freshSignIn: true,
    summary: 'Make the account with an email a coach; sent again, it completes an interrupted change',
    body: emailRequestSchema,
    response: coachSchema,
    errors: ['freshSignInRequired', 'accountNotFound', 'emailNotVerified', 'neverLoggedIn', 'roleChanging'],
  },
  revokeCoach: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/coaches/{userId}',
    summary: 'Take the role coach from an account; sent again, it completes an interrupted change',
    params: z.strictObject({ userId: userIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: [],
  },
  inviteCoach: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/coach-invitations',
    freshSignIn: true,
    summary: 'Invite an address to be a coach by an email; again, which ends the link before',
    body: emailRequestSchema,
    status: 202,
    response: z.object({ email: z.string() }),
    errors: ['freshSignInRequired', 'tooManyAttempts'],
  },
  withdrawCoachInvitation: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/coach-invitations/{invitationId}',
    summary: 'Withdraw an invitation: its link ends',
    params: z.strictObject({ invitationId: invitationIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: [],
  },
  setCoachChecks: {
    ...routeOf.admin,
    method: 'PATCH',
    path: '/api/admin/coaches/{userId}/checks',
    summary: 'Store until when the checks of a coach are valid, and what was seen of them',
    params: z.strictObject({ userId: userIdSchema }),
    body: editSchema(coachChecksSchema.shape),
    status: 204,
    response: z.undefined(),
    errors: [],
  },
  listCovers: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/classes/{classId}/covers',
    summary: 'Who stands in at the sessions of a class from today on',
    params: z.strictObject({ classId: classIdSchema }),
    response: z.object({ covers: z.array(coverSchema) }),
    errors: [],
  },
  setCover: {
    ...routeOf.admin,
    method: 'PATCH',
    path: '/api/admin/classes/{classId}/covers',
    summary: 'Name the coaches who stand in at one session of a class',
    params: z.strictObject({ classId: classIdSchema }),
    body: editSchema(coverChoiceSchema.shape, { slot_id: slotIdSchema, date: calendarDateSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['classNotFound', 'sessionNotFound'],
  },
} as const satisfies Record<string, Route>;

export type CoachAdminRoutes = typeof coachAdminRoutes;
