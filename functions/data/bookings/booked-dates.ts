import * as z from 'zod/mini';
import { addDays, daysBetween } from '#shared/domain/calendar';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';
import type { Item } from '../dynamo/item-ref.ts';

/** The dates that a booking covers as stored: the first, and how many days after it each one is, 0 for the first itself. */
const storedDatesSchema = z.object({
  first_session: calendarDateSchema,
  session_offsets: z.array(z.int().check(z.nonnegative())),
});

/**
 * The attributes of a booking's dates.
 * @throws Error without a date: a booking covers at least one
 */
export const bookedDateAttributes = (dates: readonly CalendarDate[]): z.infer<typeof storedDatesSchema> => {
  const [first] = dates;
  if (!first) throw new Error('A booking covers at least one session');
  return { first_session: first, session_offsets: dates.map((date) => daysBetween(first, date)) };
};

/** @throws ZodError for an item without `bookedDateAttributes` */
export const bookedDatesFromItem = (item: Item): CalendarDate[] => {
  const { first_session, session_offsets } = storedDatesSchema.parse(item);
  return session_offsets.map((days) => addDays(first_session, days));
};
