import * as z from 'zod/mini';
import { classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import {
  dayRegistersSchema,
  finishUnlistedSchema,
  pastRegistersSchema,
  unlistedParamsSchema,
} from '#shared/schemas/register-admin';
import type { Route } from '../route.ts';

/** Routes for administrators: who came. */
export const registerRoutes = {
  listDayRegisters: {
    method: 'GET',
    path: '/api/admin/registers',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary:
      'How far the registers of today are, who is missing, and children on no list whom the office is to call',
    status: 200,
    response: dayRegistersSchema,
    errors: [],
  },
  listPastRegisters: {
    method: 'GET',
    path: '/api/admin/classes/{classId}/registers/{slotId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'The registers of a slot’s sessions that have begun, with all marks',
    params: z.strictObject({ classId: classIdSchema, slotId: slotIdSchema }),
    status: 200,
    response: pastRegistersSchema,
    errors: [],
  },
  finishUnlisted: {
    method: 'POST',
    path: '/api/admin/unlisted-children/{unlistedId}/done',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Say that the office has dealt with a child who was on no list; sent again it answers the same',
    params: unlistedParamsSchema,
    body: finishUnlistedSchema,
    status: 204,
    response: z.undefined(),
    errors: [],
  },
} as const satisfies Record<string, Route>;
