import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { bookingDetailsSchema, bookingSchema } from './booking.ts';
import { managedClassSchema } from './class-input.ts';
import { bookingIdSchema, slotIdSchema, userIdSchema } from './ids.ts';
import { searchFields } from './page.ts';
import { singleLineText } from './values.ts';

const { from: minAge, to: maxAge } = limits.bookedAge;
const ageRule = `Use a whole number from ${minAge} to ${maxAge}`;

/** What an administrator may change of a booking (ADM-43 to ADM-46). */
export const updateBookingSchema = z.strictObject({
  child_name: singleLineText(limits.personNameLength, 'Please enter a child name'),
  child_age: z.int(ageRule).check(z.minimum(minAge, ageRule), z.maximum(maxAge, ageRule)),
});
export type UpdateBooking = z.infer<typeof updateBookingSchema>;

/** Asks for the booking of a child in a slot: at most one (API-14). Sent as a body: names do not belong in URLs. */
export const lookUpBookingSchema = z.strictObject({
  time_slot_id: slotIdSchema,
  parent_id: userIdSchema,
  child_name: singleLineText(limits.personNameLength, 'Please enter a child name'),
});

/** Where a page begins: after the last booking of the page before. */
const cursorSchema = z.optional(bookingIdSchema);

/** Asks for bookings by child, parent, email or venue. */
export const searchBookingsSchema = z.strictObject({ ...searchFields(), cursor: cursorSchema });
export type SearchBookings = z.infer<typeof searchBookingsSchema>;

export const bookingPageSchema = z.object({
  bookings: z.array(bookingDetailsSchema),
  /** How many there are in all; null where a search with very many hits does not count them. */
  total: z.nullable(z.int()),
  /** Asks for the next page; null on the last one. A page may have fewer rows than asked for, and even none. */
  next_cursor: z.nullable(bookingIdSchema),
});
export type BookingPage = z.infer<typeof bookingPageSchema>;

/** A booking as the coach needs it. The medical note is the parent's present one; null where there is none. */
const rosterEntrySchema = z.extend(bookingSchema, {
  parent: bookingDetailsSchema.shape.parent,
  medical_conditions: z.nullable(z.string()),
});
export type RosterEntry = z.infer<typeof rosterEntrySchema>;

/** A class with the bookings of one of its slots, newest first; no slot where the class has none. */
export const rosterSchema = z.object({
  class: managedClassSchema,
  time_slot_id: z.nullable(slotIdSchema),
  bookings: z.array(rosterEntrySchema),
});
export type Roster = z.infer<typeof rosterSchema>;
