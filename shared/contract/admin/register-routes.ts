import * as z from 'zod/mini';
import { classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import { dayRegistersSchema, pastRegistersSchema } from '#shared/schemas/register-admin';
import type { Route } from '../route.ts';

/** Routes for administrators: who came. */
export const registerRoutes = {
  listDayRegisters: {
    method: 'GET',
    path: '/api/admin/registers',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'How far the registers of today are, and who is missing',
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
} as const satisfies Record<string, Route>;
