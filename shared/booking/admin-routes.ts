import * as z from 'zod/mini';
import { moveBookingSchema, moveProblems } from '#shared/booking/booking-change';
import { limits } from '#shared/limits';
import { managedClassSchema } from '../classes/managed-class.ts';
import { editSchema } from '../contract/edits.ts';
import { type Route, routeOf } from '../contract/route.ts';
import { adultsToCallSchema, childSchema, coachCardSchema, profileSchema } from '../families/family.ts';
import { bookingIdSchema, classIdSchema, familyIdSchema, slotIdSchema, venueIdSchema } from '../lib/ids.ts';
import { searchFields } from '../lib/search-text.ts';
import { calendarDateSchema, centsSchema, nameText, singleLineText } from '../lib/values.ts';
import { waitingOfferSchema } from '../waiting/waiting.ts';
import {
  bookedTogetherSchema,
  bookingDetailsSchema,
  bookingSchema,
  endedBookingSchema,
  paymentStateSchema,
} from './booking.ts';
import { bookableSlotSchema, bookProblems, bookSlotSchema } from './booking-input.ts';

const { from: minAge, to: maxAge } = limits.bookedAge;
const ageRule = `Use a whole number from ${minAge} to ${maxAge}`;

/** ADM-43 to ADM-46. The form is checked by it. */
export const updateBookingSchema = z.strictObject({
  child_name: nameText(limits.personNameLength, 'Please enter a child name'),
  /** Absent to keep the age: a booking may have an age outside of the range (ADM-61). */
  child_age: z.optional(z.int(ageRule).check(z.minimum(minAge, ageRule), z.maximum(maxAge, ageRule))),
});

// What the parent's own screen has, without the children's cards (BHF-01).
const familySlotSchema = z.extend(bookableSlotSchema, {
  children: z.array(z.pick(childSchema, { id: true, name: true, date_of_birth: true })),
  /** Open offers of the slot to the family: a booking of one of their children takes the offer (WAI-16). */
  offers: z.array(z.pick(waitingOfferSchema, { child_ids: true, until: true })),
});

const bookForFamilySchema = z.strictObject({
  order: bookSlotSchema,
  /** The reason for a booking in a full slot; null where the slot must have a place. */
  above_capacity: z.nullable(
    singleLineText(limits.aboveCapacityReasonLength, 'Please enter why this child gets a place'),
  ),
});

// For API-14. Sent as a body, because URLs must not contain names.
const lookUpBookingSchema = z.strictObject({
  time_slot_id: slotIdSchema,
  parent_id: familyIdSchema,
  child_name: singleLineText(limits.personNameLength, 'Please enter a child name'),
});

// The last booking of the previous page.
const cursorSchema = z.optional(bookingIdSchema);

export const bookingFilterSchema = z.object({
  class_id: z.optional(classIdSchema),
  venue_id: z.optional(venueIdSchema),
  /** `open`: something is still to pay. */
  payment: z.optional(z.enum(['open', 'settled'])),
  /** `coming`: a session is still to come, today included. */
  when: z.optional(z.literal('coming')),
});
export type BookingFilter = z.infer<typeof bookingFilterSchema>;

const searchBookingsSchema = z.strictObject({
  ...searchFields(),
  ...bookingFilterSchema.shape,
  cursor: cursorSchema,
});
export type SearchBookings = z.infer<typeof searchBookingsSchema>;

const paidBookingSchema = z.extend(bookingDetailsSchema, { payment: paymentStateSchema });
export type PaidBooking = z.infer<typeof paidBookingSchema>;

export const bookingPageSchema = z.object({
  bookings: z.array(paidBookingSchema),
  /** Number of bookings on all pages; null for a search with too many hits to count. */
  total: z.nullable(z.int()),
  /** Null on the last page. A page may have fewer rows than requested, or none. */
  next_cursor: z.nullable(bookingIdSchema),
});
export type BookingPage = z.infer<typeof bookingPageSchema>;

// What each choice of an administrator credits (END-09).
const removalChoicesSchema = z.object({
  charge: centsSchema,
  sessions: centsSchema,
  nothing: centsSchema,
});

const removalCreditSchema = z.keyof(removalChoicesSchema);
export type RemovalCredit = z.infer<typeof removalCreditSchema>;

const removeBookingSchema = z.strictObject({
  credit: z._default(removalCreditSchema, 'charge'),
  tell: z._default(z.enum(['yes', 'no']), 'yes'),
});

const decideLateEndingSchema = z.strictObject({
  parent_id: familyIdSchema,
  /** Whether the suggested amount is credited; otherwise nothing is. */
  credit: z.boolean('Please choose whether to credit'),
});

const lateEndingSchema = z.extend(endedBookingSchema, {
  parent: z.pick(profileSchema, { full_name: true }),
  adults: adultsToCallSchema,
});

// A booking with the child's present card and date of birth, which are empty where the child was removed.
const rosterRowSchema = z.extend(bookingSchema, {
  parent: bookingDetailsSchema.shape.parent,
  adults: adultsToCallSchema,
  ...coachCardSchema.shape,
  date_of_birth: z.nullable(calendarDateSchema),
  /** The value of the sessions left: what a move to another class credits (MOV-03). */
  sessions_left: centsSchema,
  /** The agreed dates of credited sessions, which a move does not give again. */
  credited_dates: z.array(calendarDateSchema),
  payment: paymentStateSchema,
  /** The sessions from today on that a booking that moved within the class left in this slot. Null for one of the slot. */
  only_dates: z.nullable(z.array(calendarDateSchema)),
  /** The reason for the office's booking in the full slot (BHF-01). */
  above_capacity: z.optional(z.string()),
});
export type RosterRow = z.infer<typeof rosterRowSchema>;

/** Bookings are newest first. The slot is null for a class without slots. */
export const rosterSchema = z.object({
  class: managedClassSchema,
  time_slot_id: z.nullable(slotIdSchema),
  bookings: z.array(rosterRowSchema),
});
export type Roster = z.infer<typeof rosterSchema>;

const bookingParams = z.strictObject({ bookingId: bookingIdSchema });

export const bookingRoutes = {
  searchBookings: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/bookings/search',
    summary: 'Bookings, newest first: all, or found by child, parent, email or venue',
    body: searchBookingsSchema,
    readOnly: true,
    response: bookingPageSchema,
    errors: [],
  },
  getFamilySlot: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/parents/{parentId}/offers/{classId}/{slotId}',
    summary: 'All that a booking for a family is decided by, as the family’s own screen has it',
    params: z.strictObject({ parentId: familyIdSchema, classId: classIdSchema, slotId: slotIdSchema }),
    response: familySlotSchema,
    errors: ['parentNotFound', 'classNotFound', 'slotNotFound'],
  },
  bookForFamily: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/parents/{parentId}/bookings',
    summary: 'Book for a family by its own rules and prices; with a reason also into a full slot',
    params: z.strictObject({ parentId: familyIdSchema }),
    body: bookForFamilySchema,
    hints: ['other_places'],
    idempotent: true,
    status: 201,
    response: bookedTogetherSchema,
    takesPlace: true,
    errors: [...bookProblems, 'parentNotFound'],
  },
  lookUpBooking: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/bookings/lookup',
    summary: 'The booking of a child, by name, of a parent in a time slot, if there is one',
    body: lookUpBookingSchema,
    readOnly: true,
    response: z.object({ booking: z.nullable(bookingSchema) }),
    errors: [],
  },
  updateBooking: {
    ...routeOf.admin,
    method: 'PATCH',
    path: '/api/admin/bookings/{bookingId}',
    summary: 'Correct the child’s name and age on a booking',
    params: bookingParams,
    body: editSchema(updateBookingSchema.shape),
    response: bookingSchema,
    errors: ['bookingNotFound', 'alreadyBooked', 'tooManyChildNames'],
  },
  deleteBooking: {
    ...routeOf.admin,
    method: 'DELETE',
    path: '/api/admin/bookings/{bookingId}',
    summary: 'Remove a booking, give its place back and credit what is chosen',
    params: bookingParams,
    query: removeBookingSchema,
    idempotent: true,
    status: 204,
    response: z.undefined(),
    errors: ['bookingNotFound'],
  },
  getRemovalChoices: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/bookings/{bookingId}/removal',
    summary: 'What may be credited when a booking is removed now',
    params: bookingParams,
    response: removalChoicesSchema,
    errors: ['bookingNotFound'],
  },
  listLateEndings: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/late-endings',
    summary: 'Late cancellations whose credit is to be decided, oldest booking first',
    response: z.object({ late_endings: z.array(lateEndingSchema) }),
    errors: [],
  },
  decideLateEnding: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/late-endings/{bookingId}',
    summary:
      'Credit a late cancellation what is suggested, or nothing; sent again, nothing is credited twice',
    params: bookingParams,
    body: decideLateEndingSchema,
    status: 204,
    response: z.undefined(),
    errors: ['bookingNotFound'],
  },
  moveBooking: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/bookings/{bookingId}/move',
    summary: 'Move the booking of a family to another time slot',
    params: bookingParams,
    body: moveBookingSchema,
    idempotent: true,
    response: bookingSchema,
    errors: [...moveProblems],
  },
} as const satisfies Record<string, Route>;

export type BookingRoutes = typeof bookingRoutes;
