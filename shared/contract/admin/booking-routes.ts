import * as z from 'zod/mini';
import { bookingSchema } from '#shared/schemas/booking';
import {
  bookingPageSchema,
  lookUpBookingSchema,
  searchBookingsSchema,
  updateBookingSchema,
} from '#shared/schemas/booking-admin';
import { moveBookingSchema } from '#shared/schemas/booking-change';
import {
  decideLateEndingSchema,
  lateEndingSchema,
  removalChoicesSchema,
  removeBookingSchema,
} from '#shared/schemas/ending-admin';
import { bookingIdSchema } from '#shared/schemas/ids';
import { moveProblems } from '../move-problems.ts';
import type { Route } from '../route.ts';

const bookingParams = z.strictObject({ bookingId: bookingIdSchema });

/** Routes for administrators: bookings. */
export const bookingRoutes = {
  searchBookings: {
    method: 'POST',
    path: '/api/admin/bookings/search',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Bookings, newest first: all, or found by child, parent, email or venue',
    body: searchBookingsSchema,
    readOnly: true,
    status: 200,
    response: bookingPageSchema,
    errors: [],
  },
  lookUpBooking: {
    method: 'POST',
    path: '/api/admin/bookings/lookup',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'The booking of a child, by name, of a parent in a time slot, if there is one',
    body: lookUpBookingSchema,
    readOnly: true,
    status: 200,
    response: z.object({ booking: z.nullable(bookingSchema) }),
    errors: [],
  },
  updateBooking: {
    method: 'PATCH',
    path: '/api/admin/bookings/{bookingId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Correct the child’s name and age on a booking',
    params: bookingParams,
    body: updateBookingSchema,
    status: 200,
    response: bookingSchema,
    errors: ['bookingNotFound', 'alreadyBooked', 'tooManyChildNames'],
  },
  deleteBooking: {
    method: 'DELETE',
    path: '/api/admin/bookings/{bookingId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Remove a booking, give its place back and credit what is chosen',
    params: bookingParams,
    query: removeBookingSchema,
    idempotent: true,
    status: 204,
    response: z.undefined(),
    errors: ['bookingNotFound'],
  },
  getRemovalChoices: {
    method: 'GET',
    path: '/api/admin/bookings/{bookingId}/removal',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'What may be credited when a booking is removed now',
    params: bookingParams,
    status: 200,
    response: removalChoicesSchema,
    errors: ['bookingNotFound'],
  },
  listLateEndings: {
    method: 'GET',
    path: '/api/admin/late-endings',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Late cancellations whose credit is to be decided, oldest booking first',
    status: 200,
    response: z.object({ late_endings: z.array(lateEndingSchema) }),
    errors: [],
  },
  decideLateEnding: {
    method: 'POST',
    path: '/api/admin/late-endings/{bookingId}',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary:
      'Credit a late cancellation what is suggested, or nothing; sent again, nothing is credited twice',
    params: bookingParams,
    body: decideLateEndingSchema,
    status: 204,
    response: z.undefined(),
    errors: ['bookingNotFound'],
  },
  moveBooking: {
    method: 'POST',
    path: '/api/admin/bookings/{bookingId}/move',
    service: 'admin',
    access: 'admin',
    currentRole: true,
    summary: 'Move the booking of a family to another time slot',
    params: bookingParams,
    body: moveBookingSchema,
    idempotent: true,
    status: 200,
    response: bookingSchema,
    errors: [...moveProblems],
  },
} as const satisfies Record<string, Route>;
