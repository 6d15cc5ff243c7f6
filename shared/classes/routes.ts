import * as z from 'zod/mini';
import { footballClassSchema } from '#shared/classes/class';
import { classIdSchema, slotIdSchema } from '#shared/lib/ids';
import { timeSlotSchema } from '#shared/sessions/slot';
import type { Route } from '../contract/route.ts';

const classParams = z.strictObject({ classId: classIdSchema });
const slotParams = z.strictObject({ classId: classIdSchema, slotId: slotIdSchema });

/** Many visitors open the listing when booking opens: one read answers all of them. Browsers that booked read anew. */
const fewSeconds = { seconds: 5, staleSeconds: 25 } as const;

/** Public reads. */
export const catalogueRoutes = {
  listClasses: {
    method: 'GET',
    path: '/api/classes',
    service: 'catalogue',
    access: 'public',
    summary: 'All classes with their time slots, newest first',
    sharedFor: fewSeconds,
    status: 200,
    response: z.object({ classes: z.array(footballClassSchema) }),
    errors: [],
  },
  getClass: {
    method: 'GET',
    path: '/api/classes/{classId}',
    service: 'catalogue',
    access: 'public',
    summary: 'One class with its time slots',
    params: classParams,
    sharedFor: fewSeconds,
    status: 200,
    response: footballClassSchema,
    errors: ['classNotFound'],
  },
  listTimeSlots: {
    method: 'GET',
    path: '/api/classes/{classId}/time-slots',
    service: 'catalogue',
    access: 'public',
    summary: 'The time slots of a class, by start time',
    params: classParams,
    status: 200,
    response: z.object({ time_slots: z.array(timeSlotSchema) }),
    errors: ['classNotFound'],
  },
  getTimeSlot: {
    method: 'GET',
    path: '/api/classes/{classId}/time-slots/{slotId}',
    service: 'catalogue',
    access: 'public',
    summary: 'One time slot with its current places',
    params: slotParams,
    status: 200,
    response: timeSlotSchema,
    errors: ['slotNotFound'],
  },
} as const satisfies Record<string, Route>;

export type CatalogueRoutes = typeof catalogueRoutes;
