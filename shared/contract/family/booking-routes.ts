import * as z from 'zod/mini';
import { bookingDetailsSchema, bookingSchema } from '#shared/schemas/booking';
import { keepPlaceSchema, moveMyBookingSchema } from '#shared/schemas/booking-change';
import { bookSlotSchema } from '#shared/schemas/booking-input';
import { bookingOfferSchema } from '#shared/schemas/booking-offer';
import { createFeedSchema } from '#shared/schemas/calendar-feed';
import { endedBookingSchema } from '#shared/schemas/ended-booking';
import { bookingIdSchema, classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import { cancelBookingSchema, myBookingsSchema } from '#shared/schemas/my-bookings';
import { statementSchema } from '#shared/schemas/statement';
import { moveProblems } from '../move-problems.ts';
import type { Route } from '../route.ts';

/** Routes of parents for their bookings, their account and their calendar. */
export const familyBookingRoutes = {
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
  getMyLedger: {
    method: 'GET',
    path: '/api/me/ledger',
    service: 'family',
    access: 'member',
    summary: "The caller's account: balance, reference, bookings and all entries",
    status: 200,
    response: statementSchema,
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
      'trialHeld',
      'trialUsed',
      'tooManyBookings',
      'tooManyLiveBookings',
      'programEnded',
      'priceChanged',
      'trialDateChanged',
      'calendarChanged',
    ],
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
  moveMyBooking: {
    method: 'POST',
    path: '/api/me/bookings/{bookingId}/move',
    service: 'family',
    access: 'member',
    summary: 'Move one of the caller’s bookings to another time slot: both places change hands, or none',
    params: z.strictObject({ bookingId: bookingIdSchema }),
    body: moveMyBookingSchema,
    idempotent: true,
    status: 200,
    response: bookingSchema,
    errors: ['idempotencyKeyRequired', ...moveProblems, 'tooManyChanges'],
  },
  keepPlace: {
    method: 'POST',
    path: '/api/me/bookings/{bookingId}/keep',
    service: 'family',
    access: 'member',
    summary: 'Turn a trial of the caller’s family into a full programme in the place that it holds',
    params: z.strictObject({ bookingId: bookingIdSchema }),
    body: keepPlaceSchema,
    idempotent: true,
    status: 200,
    response: bookingSchema,
    errors: [
      'idempotencyKeyRequired',
      'bookingNotFound',
      'slotNotFound',
      'profileNotFound',
      'trialOver',
      'programEnded',
      'priceChanged',
      'calendarChanged',
    ],
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
} as const satisfies Record<string, Route>;
