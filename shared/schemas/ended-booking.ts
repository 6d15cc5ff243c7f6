import * as z from 'zod/mini';
import { bookingSchema } from './booking.ts';
import { classSummarySchema } from './class.ts';
import { endReasonSchema } from './end-reason.ts';
import { bookingIdSchema } from './ids.ts';
import { timeSlotSchema } from './slot.ts';
import { centsSchema, instantSchema } from './values.ts';

/** How a booking ended (END-01). */
const bookingEndSchema = z.object({
  reason: endReasonSchema,
  at: instantSchema,
  by: z.enum(['parent', 'admin', 'system']),
  /** What the ending credited. */
  credit: centsSchema,
  /** What it suggests to the administrators to credit (END-07). */
  suggested: centsSchema,
});
export type BookingEnd = z.infer<typeof bookingEndSchema>;

/** An ended booking: what was agreed, with its class and slot as they were then. They may be gone when it is read. */
export const endedBookingSchema = z.extend(bookingSchema, {
  ...z.pick(classSummarySchema, { class_type: true, venue: true, coach_name: true }).shape,
  ...z.pick(timeSlotSchema, { start_time: true, end_time: true }).shape,
  ended: bookingEndSchema,
  /** All credits that have a cause, less what was taken back; that of the ending included. */
  credited: centsSchema,
  /** What an administrator credited after a late cancellation (END-07). */
  late_credit: z.optional(centsSchema),
  /** The booking that came after a move to another class, or an upgrade. */
  moved_to: z.optional(bookingIdSchema),
});
export type EndedBooking = z.infer<typeof endedBookingSchema>;
