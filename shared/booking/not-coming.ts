import * as z from 'zod/mini';
import { classSummarySchema } from '../classes/class.ts';
import { calendarDateSchema, linkTokenSchema } from '../lib/values.ts';
import { timeSlotSchema } from '../sessions/slot.ts';
import { bookingSchema } from './booking.ts';

// False where the child comes after all (ABS-01).
const answer = { not_coming: z.boolean() };

export const notComingSchema = z.strictObject({
  ...z.pick(bookingSchema, { time_slot_id: true, child_id: true }).shape,
  date: calendarDateSchema,
  ...answer,
});

/** The secret of a reminder's link, from the fragment of its address. */
export const dayLinkSchema = z.strictObject({ secret: linkTokenSchema });

/** The link of a reminder knows the family and the date. */
export const linkedNotComingSchema = z.strictObject({
  ...dayLinkSchema.shape,
  booking_id: bookingSchema.shape.id,
  ...answer,
});

const linkedSessionSchema = z.object({
  booking_id: bookingSchema.shape.id,
  child_name: bookingSchema.shape.child_name,
  ...z.pick(classSummarySchema, { class_type: true, venue: true }).shape,
  ...z.pick(timeSlotSchema, { start_time: true, end_time: true }).shape,
  ...answer,
  /** Nothing can be changed any more then. */
  has_begun: z.boolean(),
});

export const linkedDaySchema = z.object({
  date: calendarDateSchema,
  sessions: z.array(linkedSessionSchema),
});
export type LinkedDay = z.infer<typeof linkedDaySchema>;

/** The secret of a feed (256 random bits, base64url) as the name of its file. */
export const calendarFileSchema = z.string().check(z.regex(/^[\w-]{43}\.ics$/, 'Unknown calendar'));

export const createFeedSchema = z.strictObject({
  /** Whether a new address replaces the family's present one. */
  replace: z.boolean(),
});
