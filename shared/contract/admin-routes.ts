import * as z from 'zod/mini';
import { bookingSchema } from '#shared/schemas/booking';
import {
  bookingPageSchema,
  rosterSchema,
  searchBookingsSchema,
  updateBookingSchema,
} from '#shared/schemas/booking-admin';
import { createClassSchema, managedClassSchema, updateClassSchema } from '#shared/schemas/class-input';
import { bookingIdSchema, classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import type { Route } from './route.ts';

const classParams = z.strictObject({ classId: classIdSchema });
const bookingParams = z.strictObject({ bookingId: bookingIdSchema });

/** What administrators may do. */
export const adminRoutes = {
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
    summary: 'Create a class with its time slots',
    body: createClassSchema,
    status: 201,
    response: managedClassSchema,
    errors: [],
  },
  updateClass: {
    method: 'PUT',
    path: '/api/admin/classes/{classId}',
    service: 'admin',
    access: 'admin',
    summary: 'Change a class and its time slots; a slot that is left out is removed',
    params: classParams,
    body: updateClassSchema,
    status: 200,
    response: managedClassSchema,
    errors: ['classNotFound', 'classChanged', 'capacityBelowBookings', 'slotHasBookings'],
  },
  getClassImpact: {
    method: 'GET',
    path: '/api/admin/classes/{classId}/impact',
    service: 'admin',
    access: 'admin',
    summary: 'How many bookings of how many families a change or the deletion of a class would meet',
    params: classParams,
    status: 200,
    response: z.object({ bookings: z.int(), families: z.int() }),
    errors: ['classNotFound'],
  },
  deleteClass: {
    method: 'DELETE',
    path: '/api/admin/classes/{classId}',
    service: 'admin',
    access: 'admin',
    summary:
      'Delete a class with its time slots and bookings; sent again, it goes on where it was interrupted',
    params: classParams,
    status: 204,
    response: z.undefined(),
    errors: ['classNotFound'],
  },
  getRoster: {
    method: 'GET',
    path: '/api/admin/classes/{classId}/roster',
    service: 'admin',
    access: 'admin',
    summary: 'A class with the bookings of one of its time slots, the first unless told',
    params: classParams,
    query: z.strictObject({ slot: z.optional(slotIdSchema) }),
    status: 200,
    response: rosterSchema,
    errors: ['classNotFound', 'slotNotFound'],
  },
  searchBookings: {
    method: 'POST',
    path: '/api/admin/bookings/search',
    service: 'admin',
    access: 'admin',
    summary: 'Bookings, newest first: all, or found by child, parent, email or venue',
    body: searchBookingsSchema,
    status: 200,
    response: bookingPageSchema,
    errors: [],
  },
  updateBooking: {
    method: 'PATCH',
    path: '/api/admin/bookings/{bookingId}',
    service: 'admin',
    access: 'admin',
    summary: 'Correct the child’s name and age on a booking',
    params: bookingParams,
    body: updateBookingSchema,
    status: 200,
    response: bookingSchema,
    errors: ['bookingNotFound', 'alreadyBooked'],
  },
  deleteBooking: {
    method: 'DELETE',
    path: '/api/admin/bookings/{bookingId}',
    service: 'admin',
    access: 'admin',
    summary: 'Delete a booking and give its place back',
    params: bookingParams,
    status: 204,
    response: z.undefined(),
    errors: ['bookingNotFound'],
  },
} as const satisfies Record<string, Route>;
