import * as z from 'zod/mini';
import { createClassSchema, managedClassSchema, updateClassSchema } from '#shared/schemas/class-input';
import { classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import type { Route } from '../route.ts';

const classParams = z.strictObject({ classId: classIdSchema });

/** Routes for administrators: classes. */
export const classRoutes = {
  listManagedClasses: {
    method: 'GET',
    path: '/api/admin/classes',
    service: 'admin',
    access: 'admin',
    summary: 'All classes, also those being deleted, newest first',
    status: 200,
    response: z.object({ classes: z.array(managedClassSchema) }),
    errors: [],
  },
  createClass: {
    method: 'POST',
    path: '/api/admin/classes',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Create a class with its time slots',
    body: createClassSchema,
    idempotent: true,
    status: 201,
    response: managedClassSchema,
    errors: [],
  },
  updateClass: {
    method: 'PUT',
    path: '/api/admin/classes/{classId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Change a class and its time slots; a slot that is left out is removed',
    params: classParams,
    body: updateClassSchema,
    status: 200,
    response: managedClassSchema,
    errors: [
      'classNotFound',
      'classChanged',
      'datesBooked',
      'capacityBelowBookings',
      'slotHasBookings',
      'slotHasWaitingList',
    ],
  },
  getClassImpact: {
    method: 'GET',
    path: '/api/admin/classes/{classId}/impact',
    service: 'admin',
    access: 'admin',
    summary:
      'How many bookings of how many families, and families on waiting lists, a change or the deletion of a class or slot would meet',
    params: classParams,
    query: z.strictObject({ slot: z.optional(slotIdSchema) }),
    status: 200,
    response: z.object({ bookings: z.int(), families: z.int(), waiting_families: z.int() }),
    errors: ['classNotFound', 'slotNotFound'],
  },
  deleteClass: {
    method: 'DELETE',
    path: '/api/admin/classes/{classId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary:
      'Delete a class with its time slots and bookings; sent again, it goes on where it was interrupted',
    params: classParams,
    idempotent: true,
    status: 204,
    response: z.undefined(),
    errors: ['classNotFound'],
  },
} as const satisfies Record<string, Route>;
