import { addDays as addDaysTo, differenceInCalendarDays, lightFormat } from 'date-fns';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';

/** By zone: making a formatter takes a hundred times as long as using it. */
const dayFormatters = new Map<string, Intl.DateTimeFormat>();

const dayFormatter = (timeZone: string): Intl.DateTimeFormat => {
  const known = dayFormatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  dayFormatters.set(timeZone, made);
  return made;
};

/** The business day on which an instant falls in an IANA time zone (PRC-23); throws a `RangeError` for an unknown zone. */
export const toCalendarDate = (now: Date, timeZone: string): CalendarDate => {
  const parts = dayFormatter(timeZone).formatToParts(now);
  const part = (type: 'year' | 'month' | 'day') => parts.find((candidate) => candidate.type === type)?.value;
  return calendarDateSchema.parse(`${part('year')}-${part('month')}-${part('day')}`);
};

const isoDate = 'yyyy-MM-dd';

/** The midnight with which a date begins where this runs: that is how date-fns counts and writes days. */
const midnight = (date: CalendarDate): Date => new Date(`${date}T00:00`);

/** The date `days` whole days later (earlier when negative). */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  calendarDateSchema.parse(lightFormat(addDaysTo(midnight(date), days), isoDate));

/** Whole days from one date to another: 1 from today to tomorrow, negative when `to` is the earlier one. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  differenceInCalendarDays(midnight(to), midnight(from));

/** The later of two dates. */
export const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);
