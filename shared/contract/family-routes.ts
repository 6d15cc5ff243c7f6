import * as z from 'zod/mini';
import { bookingDetailsSchema, bookSlotSchema } from '#shared/schemas/booking';
import { familySchema } from '#shared/schemas/profile';
import type { Route } from './route.ts';

/** What a signed-in parent may do with the own family's data. */
export const familyRoutes = {
  getMyFamily: {
    method: 'GET',
    path: '/api/me',
    service: 'family',
    access: 'member',
    summary: "The caller's profile and children",
    status: 200,
    response: familySchema,
    errors: ['profileNotFound'],
  },
  listMyBookings: {
    method: 'GET',
    path: '/api/me/bookings',
    service: 'family',
    access: 'member',
    summary: "The caller's bookings, newest first",
    status: 200,
    response: z.object({ bookings: z.array(bookingDetailsSchema) }),
    errors: ['profileNotFound'],
  },
  bookSlot: {
    method: 'POST',
    path: '/api/me/bookings',
    service: 'family',
    access: 'member',
    summary: 'Take a place in a time slot for one of the caller’s children',
    body: bookSlotSchema,
    idempotent: true,
    status: 201,
    response: bookingDetailsSchema,
    errors: [
      'idempotencyKeyRequired',
      'slotNotFound',
      'childNotFound',
      'profileNotFound',
      'slotFull',
      'alreadyBooked',
      'programEnded',
      'trialNotAvailable',
      'priceChanged',
    ],
  },
} as const satisfies Record<string, Route>;
