import * as z from 'zod/mini';
import { addDays, daysBetween } from '#shared/domain/time/calendar';
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

/** The item of a booking with its dates as the schema of a booking has them. @throws ZodError without the attributes */
export const withBookedDates = (item: Item): Item => {
  const { first_session, session_offsets } = storedDatesSchema.parse(item);
  const dates = session_offsets.map((days) => addDays(first_session, days));
  return { ...item, dates, trial_date: item.is_trial === true ? dates[0] : null };
};
