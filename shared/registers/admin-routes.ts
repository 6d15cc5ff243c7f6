import * as z from 'zod/mini';
import { classTypeSchema } from '../classes/class.ts';
import { type Route, routeOf } from '../contract/route.ts';
import { childIdSchema, classIdSchema, familyIdSchema, slotIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, wallTimeSchema } from '../lib/values.ts';
import {
  attendanceSchema,
  childKindSchema,
  markIdSchema,
  storedMarkSchema,
  unlistedChildSchema,
} from './register.ts';

const childOfRegister = { parent_id: familyIdSchema, child_id: childIdSchema, name: z.string() };

// A mark with who made it, and when it was tapped and received.
const readMarkSchema = z.extend(z.omit(storedMarkSchema, { id: true, by: true }), {
  by: z.nullable(z.string()),
});

// The register of a session that has begun, without cards.
const pastRegisterSchema = z.object({
  date: calendarDateSchema,
  state: z.enum(['on', 'cancelled']),
  children: z.array(
    z.object({
      ...childOfRegister,
      kind: childKindSchema,
      /** The mark that counts; null without one. */
      attendance: z.nullable(attendanceSchema),
      marks: z.array(readMarkSchema),
    }),
  ),
  /** The names of children who were there and are on no list. */
  unlisted: z.array(z.string()),
});
export type PastRegister = z.infer<typeof pastRegisterSchema>;

const pastRegistersSchema = z.object({ registers: z.array(pastRegisterSchema) });

// REG-07.
const dayRegisterSchema = z.object({
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  class_type: classTypeSchema,
  venue: z.string(),
  start_time: wallTimeSchema,
  end_time: wallTimeSchema,
  children: z.int(),
  marked: z.int(),
  /** Without a mark although it began `limits.registerLateMinutes` ago. */
  is_late: z.boolean(),
  absent: z.array(z.object(childOfRegister)),
});
export type DayRegister = z.infer<typeof dayRegisterSchema>;

// A child on no list whom the office is to call (REG-08).
const unlistedTaskSchema = z.extend(unlistedChildSchema, {
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  session: z.nullable(
    z.object({
      class_type: classTypeSchema,
      venue: z.string(),
      start_time: wallTimeSchema,
      end_time: wallTimeSchema,
    }),
  ),
});
export type UnlistedTask = z.infer<typeof unlistedTaskSchema>;

// Names the last child of the page before.
const unlistedCursorSchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}#mrk_[\w-]{16}$/, 'Unknown page'));

const unlistedPageQuerySchema = z.strictObject({ cursor: z.optional(unlistedCursorSchema) });

/** The oldest child first (REG-16). */
const unlistedPageSchema = z.object({
  unlisted: z.array(unlistedTaskSchema),
  next_cursor: z.nullable(unlistedCursorSchema),
});

const dayRegistersSchema = z.object({ registers: z.array(dayRegisterSchema) });

const finishUnlistedSchema = z.strictObject({ slot_id: slotIdSchema, date: calendarDateSchema });
const unlistedParamsSchema = z.strictObject({ unlistedId: markIdSchema });

const unlistedOfSlotSchema = z.strictObject({
  slotId: slotIdSchema,
  date: calendarDateSchema,
  unlistedId: markIdSchema,
});

export const registerRoutes = {
  listDayRegisters: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/registers',
    summary: 'How far the registers of today are, and who is missing',
    response: dayRegistersSchema,
    errors: [],
  },
  listPastRegisters: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/classes/{classId}/registers/{slotId}',
    summary: 'The registers of a slot’s sessions that have begun, with all marks',
    params: z.strictObject({ classId: classIdSchema, slotId: slotIdSchema }),
    response: pastRegistersSchema,
    errors: [],
  },
  listUnlisted: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/unlisted-children',
    summary: 'A page of the children who were in a session and are on no list, whom the office is to call',
    query: unlistedPageQuerySchema,
    response: unlistedPageSchema,
    errors: [],
  },
  finishUnlisted: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/unlisted-children/{unlistedId}/done',
    summary: 'Say that the office has dealt with a child who was on no list; sent again it answers the same',
    params: unlistedParamsSchema,
    body: finishUnlistedSchema,
    status: 204,
    response: z.undefined(),
    errors: [],
  },
  deleteUnlisted: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/unlisted-children/{slotId}/{date}/{unlistedId}',
    summary: 'Delete a child who was in a session and is on no list; sent again it answers the same',
    params: unlistedOfSlotSchema,
    status: 204,
    response: z.undefined(),
    errors: [],
  },
} as const satisfies Record<string, Route>;

export type RegisterRoutes = typeof registerRoutes;
