import * as z from 'zod/mini';
import { bookingSchema } from './booking.ts';
import { classSummarySchema } from './class.ts';
import { timeSlotSchema } from './slot.ts';
import { calendarDateSchema } from './values.ts';

/** A session with its times: business time at the venue. */
export const sessionTimesSchema = z.extend(z.pick(timeSlotSchema, { start_time: true, end_time: true }), {
  date: calendarDateSchema,
});
export type SessionTimes = z.infer<typeof sessionTimesSchema>;

/** A booking of a family with its sessions from today on that are on, ascending. */
export const bookedSessionsSchema = z.extend(
  z.extend(
    z.pick(bookingSchema, { child_id: true, class_id: true, time_slot_id: true }),
    z.pick(classSummarySchema, { class_type: true, venue: true }).shape,
  ),
  { sessions: z.array(sessionTimesSchema) },
);
export type BookedSessions = z.infer<typeof bookedSessionsSchema>;
