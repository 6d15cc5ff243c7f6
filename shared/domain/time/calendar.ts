// By file: the index of date-fns loads all 250 of them, which takes Node more than a second.
import { addDays as addDaysTo } from 'date-fns/addDays';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { lightFormat } from 'date-fns/lightFormat';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';

/** By time zone. Creating a formatter takes a hundred times as long as using it. */
const dayFormatters = new Map<string, Intl.DateTimeFormat>();

const dayFormatter = (timeZone: string): Intl.DateTimeFormat => {
  const cached = dayFormatters.get(timeZone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  dayFormatters.set(timeZone, formatter);
  return formatter;
};

/**
 * The date of an instant in an IANA time zone (PRC-23).
 * @throws RangeError for an unknown zone
 */
export const toCalendarDate = (now: Date, timeZone: string): CalendarDate => {
  const parts = dayFormatter(timeZone).formatToParts(now);
  const part = (type: 'year' | 'month' | 'day') => parts.find((candidate) => candidate.type === type)?.value;
  return calendarDateSchema.parse(`${part('year')}-${part('month')}-${part('day')}`);
};

const isoDate = 'yyyy-MM-dd';

/** Midnight of a date in the system's time zone, which date-fns calculates in. */
const midnight = (date: CalendarDate): Date => new Date(`${date}T00:00`);

/** The date `days` days later (earlier when negative). */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  calendarDateSchema.parse(lightFormat(addDaysTo(midnight(date), days), isoDate));

/** Days from one date to another: 1 from today to tomorrow, negative when `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  differenceInCalendarDays(midnight(to), midnight(from));

/** The later of two dates. */
export const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);
