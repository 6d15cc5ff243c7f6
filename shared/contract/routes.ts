import * as z from 'zod/mini';
import { bookingDetailsSchema, bookSlotSchema } from '#shared/schemas/booking';
import { footballClassSchema } from '#shared/schemas/class';
import { classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import { familySchema } from '#shared/schemas/profile';
import { timeSlotSchema } from '#shared/schemas/slot';
import type { ApiService, Route } from './route.ts';

const classParams = z.strictObject({ classId: classIdSchema });
const slotParams = z.strictObject({ classId: classIdSchema, slotId: slotIdSchema });

/** Every API route, once. The key is the route's name and its `operationId`. */
export const routes = {
  listClasses: {
    method: 'GET',
    path: '/api/classes',
    service: 'catalogue',
    access: 'public',
    summary: 'All classes with their time slots, newest first',
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
    summary: 'One time slot with its present places',
    params: slotParams,
    status: 200,
    response: timeSlotSchema,
    errors: ['slotNotFound'],
  },
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

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The names of the routes one service serves. */
export type RouteNameOf<Service extends ApiService> = {
  [Name in RouteName]: Routes[Name]['service'] extends Service ? Name : never;
}[RouteName];

/** Every route with its name, in the order written above. */
export const routeList: ReadonlyArray<{ name: RouteName; route: Route }> = Object.entries(routes).map(
  // Object.entries widens the key type; the object above is closed.
  ([name, route]) => ({ name: name as RouteName, route }),
);
