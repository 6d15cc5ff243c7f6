import * as z from 'zod/mini';
import { bookingDetailsSchema } from '#shared/schemas/booking';
import { bookSlotSchema } from '#shared/schemas/booking-input';
import { bookingOfferSchema } from '#shared/schemas/booking-offer';
import { createFeedSchema } from '#shared/schemas/calendar-feed';
import { childSchema } from '#shared/schemas/child';
import { addChildrenSchema, newChildSchema } from '#shared/schemas/child-input';
import { endedBookingSchema } from '#shared/schemas/ended-booking';
import { familyExportSchema } from '#shared/schemas/family-export';
import { bookingIdSchema, childIdSchema, classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import { cancelBookingSchema, myBookingsSchema } from '#shared/schemas/my-bookings';
import { familySchema, profileSchema } from '#shared/schemas/profile';
import { updateMyProfileSchema } from '#shared/schemas/profile-input';
import type { Route } from './route.ts';

/** Routes for signed-in parents and their own family's data. */
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
  updateMyProfile: {
    method: 'PATCH',
    path: '/api/me',
    service: 'family',
    access: 'member',
    summary: 'Change how the caller is called, reached and reminded',
    body: updateMyProfileSchema,
    status: 200,
    response: profileSchema,
    errors: ['profileNotFound'],
  },
  addChildren: {
    method: 'POST',
    path: '/api/me/children',
    service: 'family',
    access: 'member',
    summary: 'Add children to the caller’s family, all or none',
    body: addChildrenSchema,
    status: 201,
    response: z.object({ children: z.array(childSchema) }),
    errors: ['profileNotFound', 'sameChildName', 'tooManyChildren', 'tooManyChildNames'],
  },
  updateChild: {
    method: 'PUT',
    path: '/api/me/children/{childId}',
    service: 'family',
    access: 'member',
    summary: 'Change one of the caller’s children; bookings keep the age they were made with',
    params: z.strictObject({ childId: childIdSchema }),
    body: newChildSchema,
    status: 204,
    response: z.undefined(),
    errors: ['childNotFound', 'sameChildName', 'profileNotFound'],
  },
  removeChild: {
    method: 'DELETE',
    path: '/api/me/children/{childId}',
    service: 'family',
    access: 'member',
    summary: 'Remove one of the caller’s children that has no session to come',
    params: z.strictObject({ childId: childIdSchema }),
    status: 204,
    response: z.undefined(),
    errors: ['childNotFound', 'childHasBookings', 'profileNotFound'],
  },
  exportMyData: {
    method: 'GET',
    path: '/api/me/export',
    service: 'family',
    access: 'member',
    freshSignIn: true,
    summary: 'All that is stored about the caller’s family',
    status: 200,
    response: familyExportSchema,
    errors: ['freshSignInRequired', 'profileNotFound'],
  },
  listMyBookings: {
    method: 'GET',
    path: '/api/me/bookings',
    service: 'family',
    access: 'member',
    summary: "The caller's bookings, live and ended, newest first",
    status: 200,
    response: myBookingsSchema,
    errors: ['profileNotFound'],
  },
  getBookingOffer: {
    method: 'GET',
    path: '/api/me/offers/{classId}/{slotId}',
    service: 'family',
    access: 'member',
    summary:
      'All that a booking is decided by: the class of a time slot, the caller’s children, who has a place',
    params: z.strictObject({ classId: classIdSchema, slotId: slotIdSchema }),
    status: 200,
    response: bookingOfferSchema,
    errors: ['classNotFound', 'slotNotFound', 'profileNotFound'],
  },
  cancelBooking: {
    method: 'POST',
    path: '/api/me/bookings/{bookingId}/cancellation',
    service: 'family',
    access: 'member',
    summary: 'Cancel one of the caller’s bookings; sent again it answers the same',
    params: z.strictObject({ bookingId: bookingIdSchema }),
    body: cancelBookingSchema,
    status: 200,
    response: endedBookingSchema,
    errors: ['bookingNotFound', 'classEnded', 'creditChanged'],
  },
  getBookingCalendar: {
    method: 'GET',
    path: '/api/me/bookings/{bookingId}/calendar',
    service: 'family',
    access: 'member',
    summary: 'The sessions of one of the caller’s bookings as a calendar file',
    params: z.strictObject({ bookingId: bookingIdSchema }),
    file: 'text/calendar; charset=utf-8',
    status: 200,
    response: z.string(),
    errors: ['bookingNotFound'],
  },
  createCalendarFeed: {
    method: 'POST',
    path: '/api/me/calendar-feed',
    service: 'family',
    access: 'member',
    summary: 'Give the caller’s family the address of its calendar feed, which is shown this once',
    body: createFeedSchema,
    status: 201,
    response: z.object({ path: z.string() }),
    errors: ['feedExists', 'profileNotFound'],
  },
  bookSlot: {
    method: 'POST',
    path: '/api/me/bookings',
    service: 'family',
    access: 'member',
    summary: 'Take a place in a time slot for one of the caller’s children',
    body: bookSlotSchema,
    // For the minutes after booking opens: the gateway refuses further requests before the table is overloaded.
    rate: { perSecond: 50, burst: 100 },
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
      'bookingCancelled',
      'tooManyBookings',
      'tooManyLiveBookings',
      'programEnded',
      'priceChanged',
      'trialDateChanged',
      'calendarChanged',
    ],
  },
} as const satisfies Record<string, Route>;
