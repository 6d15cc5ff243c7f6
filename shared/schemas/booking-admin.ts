import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { bookingDetailsSchema } from './booking.ts';
import { bookingIdSchema, classIdSchema, slotIdSchema, userIdSchema, venueIdSchema } from './ids.ts';
import { searchFields } from './page.ts';
import { paymentStateSchema } from './payment-state.ts';
import { singleLineText } from './values.ts';

const { from: minAge, to: maxAge } = limits.bookedAge;
const ageRule = `Use a whole number from ${minAge} to ${maxAge}`;

/** The fields of a booking that an administrator may change (ADM-43 to ADM-46). */
export const updateBookingSchema = z.strictObject({
  child_name: singleLineText(limits.personNameLength, 'Please enter a child name'),
  /** Absent to keep the age: a booking may have been made with an age outside of the range (ADM-61). */
  child_age: z.optional(z.int(ageRule).check(z.minimum(minAge, ageRule), z.maximum(maxAge, ageRule))),
});
export type UpdateBooking = z.infer<typeof updateBookingSchema>;

/** Finds the booking of a child in a slot (API-14). Sent as a body, because URLs must not contain names. */
export const lookUpBookingSchema = z.strictObject({
  time_slot_id: slotIdSchema,
  parent_id: userIdSchema,
  child_name: singleLineText(limits.personNameLength, 'Please enter a child name'),
});

/** The last booking of the previous page. */
const cursorSchema = z.optional(bookingIdSchema);

/** What the list of bookings can be narrowed to; without a field, to nothing. */
export const bookingFilterSchema = z.object({
  class_id: z.optional(classIdSchema),
  venue_id: z.optional(venueIdSchema),
  /** `open`: something is still to pay. */
  payment: z.optional(z.enum(['open', 'settled'])),
  /** `coming`: a session is still to come, today included. */
  when: z.optional(z.literal('coming')),
});
export type BookingFilter = z.infer<typeof bookingFilterSchema>;

/** Searches bookings by child, parent, email or venue, among those that a filter leaves. */
export const searchBookingsSchema = z.strictObject({
  ...searchFields(),
  ...bookingFilterSchema.shape,
  cursor: cursorSchema,
});
export type SearchBookings = z.infer<typeof searchBookingsSchema>;

/** A booking with how far it is paid (PAY-10). */
const paidBookingSchema = z.extend(bookingDetailsSchema, { payment: paymentStateSchema });
export type PaidBooking = z.infer<typeof paidBookingSchema>;

export const bookingPageSchema = z.object({
  bookings: z.array(paidBookingSchema),
  /** Number of bookings on all pages; null for a search with too many hits to count. */
  total: z.nullable(z.int()),
  /** Cursor of the next page; null on the last one. A page may have fewer rows than requested, or none. */
  next_cursor: z.nullable(bookingIdSchema),
});
export type BookingPage = z.infer<typeof bookingPageSchema>;
