import * as z from 'zod/mini';
import { classSummarySchema } from '#shared/schemas/class';
import { timeSlotSchema } from '#shared/schemas/slot';

/** What an email says of a class and a time slot, stored where they may have changed, or be gone, by the time it is made. */
export const classPlaceSchema = z.object({
  ...z.pick(classSummarySchema, { class_type: true, venue: true, start_date: true }).shape,
  ...z.pick(timeSlotSchema, { start_time: true, end_time: true }).shape,
});
