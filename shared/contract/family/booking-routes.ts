import * as z from 'zod/mini';
import { bookableSlotSchema } from '#shared/schemas/bookable-slot';
import { bookedTogetherSchema, bookingSchema } from '#shared/schemas/booking';
import { keepPlaceSchema, moveMyBookingSchema } from '#shared/schemas/booking-change';
import { bookSlotSchema } from '#shared/schemas/booking-input';
import { createFeedSchema } from '#shared/schemas/calendar-feed';
import { endedBookingSchema } from '#shared/schemas/ended-booking';
import { bookingIdSchema, classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import { cancelBookingSchema, myBookingsSchema } from '#shared/schemas/my-bookings';
import { notComingSchema } from '#shared/schemas/not-coming';
import { myStatementSchema } from '#shared/schemas/statement';
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
    response: myStatementSchema,
    errors: ['profileNotFound'],
  },
  getBookableSlot: {
    method: 'GET',
    path: '/api/me/offers/{classId}/{slotId}',
    service: 'family',
    access: 'member',
    summary:
      'All that a booking is decided by: the class of a time slot, the caller’s children, who has a place',
    params: z.strictObject({ classId: classIdSchema, slotId: slotIdSchema }),
    status: 200,
    response: bookableSlotSchema,
    errors: ['classNotFound', 'slotNotFound', 'profileNotFound'],
  },
  bookSlot: {
    method: 'POST',
    path: '/api/me/bookings',
    service: 'family',
    access: 'member',
    summary: 'Take a place in a time slot for one of the caller’s children, or for several: all or none',
    body: bookSlotSchema,
    // What the screen read with the slot.
    hints: ['other_places'],
    // For the minutes after booking opens: the gateway refuses further requests before the table is overloaded.
    rate: { perSecond: 50, burst: 100 },
    idempotent: true,
    status: 201,
    response: bookedTogetherSchema,
    errors: [
      'slotNotFound',
      'childNotFound',
      'profileNotFound',
      'slotFull',
      'tooFewPlaces',
      'alreadyBooked',
      'bookingCancelled',
      'sessionsOverlap',
      'trialHeld',
      'trialUsed',
      'tooManyBookings',
      'tooManyChanges',
      'tooManyLiveBookings',
      'notOpenYet',
      'programEnded',
      'priceChanged',
      'dueDatesChanged',
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
    errors: ['bookingNotFound', 'classEnded', 'creditChanged', 'tooManyChanges'],
  },
  setNotComing: {
    method: 'POST',
    path: '/api/me/bookings/{bookingId}/not-coming',
    service: 'family',
    access: 'member',
    summary:
      'Say that the child of a booking does not come on a date, or comes after all, until the session begins',
    params: z.strictObject({ bookingId: bookingIdSchema }),
    body: notComingSchema,
    status: 204,
    response: z.undefined(),
    errors: ['bookingNotFound', 'sessionNotFound', 'sessionBegun', 'tooManyChanges'],
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
    errors: [...moveProblems, 'notOpenYet', 'tooManyChanges'],
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
      'bookingNotFound',
      'slotNotFound',
      'profileNotFound',
      'trialOver',
      'tooManyChanges',
      'sessionsOverlap',
      'programEnded',
      'priceChanged',
      'dueDatesChanged',
      'calendarChanged',
    ],
  },
  getBookingCalendar: {
    method: 'GET',
    path: '/api/me/bookings/{bookingId}/calendar',
    service: 'family',
    access: 'member',
    summary:
      'The sessions of one of the caller’s bookings as a calendar file, or of all that were booked with it',
    params: z.strictObject({ bookingId: bookingIdSchema }),
    query: z.strictObject({ siblings: z.optional(z.literal('included')) }),
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
    errors: ['feedExists', 'profileNotFound', 'tooManyChanges'],
  },
} as const satisfies Record<string, Route>;
