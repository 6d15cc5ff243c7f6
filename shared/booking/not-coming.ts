import * as z from 'zod/mini';
import { classSummarySchema } from '../classes/class.ts';
import { calendarDateSchema, linkTokenSchema } from '../lib/values.ts';
import { timeSlotSchema } from '../sessions/slot.ts';
import { bookingSchema } from './booking.ts';

/** Whether the child does not come, or comes after all (ABS-01). */
const answer = { not_coming: z.boolean() };

/** Says whether the child of a booking comes to its session on a date. */
export const notComingSchema = z.strictObject({
  ...z.pick(bookingSchema, { time_slot_id: true, child_id: true }).shape,
  date: calendarDateSchema,
  ...answer,
});

/** The secret of a reminder's link, from the fragment of its address. */
export const dayLinkSchema = z.strictObject({ secret: linkTokenSchema });

/** The same by the link of a reminder, which knows the family and the date. */
export const linkedNotComingSchema = z.strictObject({
  ...dayLinkSchema.shape,
  booking_id: bookingSchema.shape.id,
  ...answer,
});

/** A session of the day of a link. */
const linkedSessionSchema = z.object({
  booking_id: bookingSchema.shape.id,
  child_name: bookingSchema.shape.child_name,
  ...z.pick(classSummarySchema, { class_type: true, venue: true }).shape,
  ...z.pick(timeSlotSchema, { start_time: true, end_time: true }).shape,
  ...answer,
  /** Then nothing can be changed any more. */
  has_begun: z.boolean(),
});

/** A family's sessions of the day of a link that are on, in the order of their time. */
export const linkedDaySchema = z.object({
  date: calendarDateSchema,
  sessions: z.array(linkedSessionSchema),
});
export type LinkedDay = z.infer<typeof linkedDaySchema>;

/** The secret of a feed (256 random bits, base64url) as the name of its file. */
export const calendarFileSchema = z.string().check(z.regex(/^[\w-]{43}\.ics$/, 'Unknown calendar'));

export const createFeedSchema = z.strictObject({
  /** Ends the address that the family has. Without it, a family that has one keeps it. */
  replace: z.boolean(),
});
