import * as z from 'zod/mini';
import { bookedTogetherSchema, bookingSchema, endedBookingSchema } from '#shared/booking/booking';
import { moveMyBookingSchema, moveProblems, upgradeTrialSchema } from '#shared/booking/booking-change';
import {
  bookableSlotSchema,
  bookProblems,
  bookSlotSchema,
  cancelBookingSchema,
  myBookingsSchema,
} from '#shared/booking/booking-input';
import { createFeedSchema, notComingSchema } from '#shared/booking/not-coming';
import { myStatementSchema } from '#shared/ledger/statement';
import { bookingIdSchema, classIdSchema, slotIdSchema } from '#shared/lib/ids';
import { type Route, routeOf } from '../contract/route.ts';

export const familyBookingRoutes = {
  listMyBookings: {
    ...routeOf.family,
    method: 'GET',
    path: '/api/me/bookings',
    summary: "The caller's bookings, live and ended, newest first",
    response: myBookingsSchema,
    errors: ['profileNotFound'],
  },
  getMyLedger: {
    ...routeOf.family,
    method: 'GET',
    path: '/api/me/ledger',
    summary: "The caller's account: balance, reference, bookings and all entries",
    confirmsFamily: true,
    response: myStatementSchema,
    errors: ['profileNotFound'],
  },
  getBookableSlot: {
    ...routeOf.family,
    method: 'GET',
    path: '/api/me/offers/{classId}/{slotId}',
    summary:
      'All that a booking is decided by: the class of a time slot, the caller’s children, who has a place',
    params: z.strictObject({ classId: classIdSchema, slotId: slotIdSchema }),
    response: bookableSlotSchema,
    errors: ['classNotFound', 'slotNotFound', 'profileNotFound'],
  },
  bookSlot: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/bookings',
    summary: 'Take a place in a time slot for one of the caller’s children, or for several: all or none',
    confirmsFamily: true,
    body: bookSlotSchema,
    // What the screen read with the slot.
    hints: ['other_places'],
    // For the minutes after booking opens: the gateway refuses further requests before the table is overloaded.
    rate: { perSecond: 50, burst: 100 },
    idempotent: true,
    status: 201,
    response: bookedTogetherSchema,
    takesPlace: true,
    errors: bookProblems,
  },
  cancelBooking: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/bookings/{bookingId}/cancellation',
    summary: 'Cancel one of the caller’s bookings; sent again it answers the same',
    confirmsFamily: true,
    params: z.strictObject({ bookingId: bookingIdSchema }),
    body: cancelBookingSchema,
    response: endedBookingSchema,
    errors: ['bookingNotFound', 'classEnded', 'creditChanged', 'tooManyChanges'],
  },
  setNotComing: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/bookings/{bookingId}/not-coming',
    summary:
      'Say that the child of a booking does not come on a date, or comes after all, until the session begins',
    confirmsFamily: true,
    params: z.strictObject({ bookingId: bookingIdSchema }),
    body: notComingSchema,
    status: 204,
    response: z.undefined(),
    errors: ['bookingNotFound', 'sessionNotFound', 'sessionBegun', 'tooManyChanges'],
  },
  moveMyBooking: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/bookings/{bookingId}/move',
    summary: 'Move one of the caller’s bookings to another time slot: both places change hands, or none',
    confirmsFamily: true,
    params: z.strictObject({ bookingId: bookingIdSchema }),
    body: moveMyBookingSchema,
    idempotent: true,
    response: bookingSchema,
    errors: [...moveProblems, 'notOpenYet', 'notOnSale', 'tooManyChanges'],
  },
  upgradeTrial: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/bookings/{bookingId}/keep',
    summary: 'Turn a trial of the caller’s family into a full programme in the place that it holds',
    confirmsFamily: true,
    params: z.strictObject({ bookingId: bookingIdSchema }),
    body: upgradeTrialSchema,
    idempotent: true,
    response: bookingSchema,
    errors: [
      'bookingNotFound',
      'slotNotFound',
      'profileNotFound',
      'trialOver',
      'notOnSale',
      'tooManyChanges',
      'sessionsOverlap',
      'programEnded',
      'priceChanged',
      'dueDatesChanged',
      'calendarChanged',
    ],
  },
  getBookingCalendar: {
    ...routeOf.family,
    method: 'GET',
    path: '/api/me/bookings/{bookingId}/calendar',
    summary:
      'The sessions of one of the caller’s bookings as a calendar file, or of all that were booked with it',
    params: z.strictObject({ bookingId: bookingIdSchema }),
    query: z.strictObject({ siblings: z.optional(z.literal('included')) }),
    file: 'text/calendar; charset=utf-8',
    response: z.string(),
    errors: ['bookingNotFound'],
  },
  createCalendarFeed: {
    ...routeOf.family,
    method: 'POST',
    path: '/api/me/calendar-feed',
    summary: 'Give the caller’s family the address of its calendar feed, which is shown this once',
    body: createFeedSchema,
    status: 201,
    response: z.object({ path: z.string() }),
    errors: ['feedExists', 'profileNotFound', 'tooManyChanges'],
  },
} as const satisfies Record<string, Route>;

export type FamilyBookingRoutes = typeof familyBookingRoutes;
