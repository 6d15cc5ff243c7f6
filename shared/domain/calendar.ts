import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';

const millisecondsPerDay = 86_400_000;

/** The business day on which an instant falls in an IANA time zone (PRC-23); throws a `RangeError` for an unknown zone. */
export const toCalendarDate = (now: Date, timeZone: string): CalendarDate => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: 'year' | 'month' | 'day') => parts.find((candidate) => candidate.type === type)?.value;
  return calendarDateSchema.parse(`${part('year')}-${part('month')}-${part('day')}`);
};

/** The date `days` whole days later (earlier when negative). Counted in UTC, where every day has 24 hours. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  calendarDateSchema.parse(new Date(Date.parse(date) + days * millisecondsPerDay).toISOString().slice(0, 10));

/** Whole days from one date to another: 1 from today to tomorrow, negative when `to` is the earlier one. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Date.parse(to) - Date.parse(from)) / millisecondsPerDay;

/** The later of two dates. */
export const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);
