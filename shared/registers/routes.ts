import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import {
  coachSessionSchema,
  markOutcomesSchema,
  registerParamsSchema,
  registerSchema,
  sendMarksSchema,
  unlistedOfRegisterSchema,
} from '#shared/registers/register';
import type { Route } from '../contract/route.ts';

/** Routes for coaches and administrators on the pitch. Which sessions a coach sees is decided with each request. */
export const coachRoutes = {
  listMySessions: {
    method: 'GET',
    path: '/api/coach/sessions',
    service: 'coach',
    access: 'coach',
    currentRole: true,
    summary: 'The sessions of today and the next seven days that the caller coaches, and those still open',
    status: 200,
    response: z.object({ sessions: z.array(coachSessionSchema) }),
    errors: [],
  },
  getRegister: {
    method: 'GET',
    path: '/api/coach/registers/{classId}/{slotId}/{date}',
    service: 'coach',
    access: 'coach',
    currentRole: true,
    summary: 'The register of a session: children, what a coach needs to know, marks',
    params: registerParamsSchema,
    status: 200,
    response: registerSchema,
    errors: [],
  },
  removeUnlisted: {
    method: 'DELETE',
    path: '/api/coach/registers/{classId}/{slotId}/{date}/unlisted-children/{unlistedId}',
    service: 'coach',
    access: 'coach',
    currentRole: true,
    summary: 'Delete a child on no list while its register is open; sent again it answers the same',
    params: unlistedOfRegisterSchema,
    status: 204,
    response: z.undefined(),
    errors: [],
  },
  sendMarks: {
    method: 'POST',
    path: '/api/coach/marks',
    service: 'coach',
    access: 'coach',
    currentRole: true,
    summary: 'Store marks of children; a mark that is sent again is the same mark',
    body: sendMarksSchema,
    bodyBytes: limits.marksBodyBytes,
    status: 200,
    response: markOutcomesSchema,
    errors: [],
  },
} as const satisfies Record<string, Route>;

export type CoachRoutes = typeof coachRoutes;
