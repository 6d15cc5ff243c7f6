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
import { probeOf } from '../contract/probes.ts';
import { type Route, routeOf } from '../contract/route.ts';

/** Which sessions a coach sees is decided with each request. */
export const coachRoutes = {
  listMySessions: {
    ...routeOf.coach,
    method: 'GET',
    path: '/api/coach/sessions',
    summary: 'The sessions of today and the next seven days that the caller coaches, and those still open',
    response: z.object({ sessions: z.array(coachSessionSchema) }),
    errors: [],
  },
  getRegister: {
    ...routeOf.coach,
    method: 'GET',
    path: '/api/coach/registers/{classId}/{slotId}/{date}',
    summary: 'The register of a session: children, what a coach needs to know, marks',
    params: registerParamsSchema,
    response: registerSchema,
    errors: [],
  },
  removeUnlisted: {
    ...routeOf.coach,
    method: 'DELETE',
    path: '/api/coach/registers/{classId}/{slotId}/{date}/unlisted-children/{unlistedId}',
    summary: 'Delete a child on no list while its register is open; sent again it answers the same',
    params: unlistedOfRegisterSchema,
    status: 204,
    response: z.undefined(),
    errors: [],
  },
  sendMarks: {
    ...routeOf.coach,
    method: 'POST',
    path: '/api/coach/marks',
    summary: 'Store marks of children; a mark that is sent again is the same mark',
    body: sendMarksSchema,
    bodyBytes: limits.marksBodyBytes,
    response: markOutcomesSchema,
    errors: [],
  },
  probeCoach: probeOf('coach'),
} as const satisfies Record<string, Route>;

export type CoachRoutes = typeof coachRoutes;
