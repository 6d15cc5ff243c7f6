import * as z from 'zod/mini';
import { footballClassSchema } from '#shared/classes/class';
import { classIdSchema, slotIdSchema } from '#shared/lib/ids';
import { timeSlotSchema } from '#shared/sessions/slot';
import { probeOf } from '../contract/probes.ts';
import { type Route, routeOf } from '../contract/route.ts';

const classParams = z.strictObject({ classId: classIdSchema });
const slotParams = z.strictObject({ classId: classIdSchema, slotId: slotIdSchema });

// Many visitors open the listing when booking opens: one read answers all of them. Browsers that booked read anew.
const fewSeconds = { seconds: 5, staleSeconds: 25 } as const;

export const catalogueRoutes = {
  listClasses: {
    ...routeOf.catalogue,
    method: 'GET',
    path: '/api/classes',
    summary: 'All classes with their time slots, newest first',
    sharedFor: fewSeconds,
    response: z.object({ classes: z.array(footballClassSchema) }),
    errors: [],
  },
  getClass: {
    ...routeOf.catalogue,
    method: 'GET',
    path: '/api/classes/{classId}',
    summary: 'One class with its time slots',
    params: classParams,
    sharedFor: fewSeconds,
    response: footballClassSchema,
    errors: ['classNotFound'],
  },
  listTimeSlots: {
    ...routeOf.catalogue,
    method: 'GET',
    path: '/api/classes/{classId}/time-slots',
    summary: 'The time slots of a class, by start time',
    params: classParams,
    response: z.object({ time_slots: z.array(timeSlotSchema) }),
    errors: ['classNotFound'],
  },
  getTimeSlot: {
    ...routeOf.catalogue,
    method: 'GET',
    path: '/api/classes/{classId}/time-slots/{slotId}',
    summary: 'One time slot with its current places',
    params: slotParams,
    response: timeSlotSchema,
    errors: ['slotNotFound'],
  },
  probeCatalogue: probeOf('catalogue'),
} as const satisfies Record<string, Route>;

export type CatalogueRoutes = typeof catalogueRoutes;
