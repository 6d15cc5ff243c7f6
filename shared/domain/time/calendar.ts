// By file: the index of date-fns loads all 250 of them, which takes Node more than a second.
import { addDays as addDaysTo } from 'date-fns/addDays';
import { addMonths as addMonthsTo } from 'date-fns/addMonths';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { lightFormat } from 'date-fns/lightFormat';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';

export const daysPerWeek = 7;

const isoDate = 'yyyy-MM-dd';

/** Midnight of a date in the system's time zone, which date-fns calculates in. */
const midnight = (date: CalendarDate): Date => new Date(`${date}T00:00`);

/** The date `days` days later (earlier when negative). */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  calendarDateSchema.parse(lightFormat(addDaysTo(midnight(date), days), isoDate));

/** The same day `months` months later, or the last day of a month that has no such day: Jan 31, Feb 28, Mar 31. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate =>
  calendarDateSchema.parse(lightFormat(addMonthsTo(midnight(date), months), isoDate));

/** Days from one date to another: 1 from today to tomorrow, negative when `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  differenceInCalendarDays(midnight(to), midnight(from));

/** The later of two dates. */
export const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);
