import { addDays as addDaysTo } from 'date-fns/addDays';
import { addMonths as addMonthsTo } from 'date-fns/addMonths';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { lightFormat } from 'date-fns/lightFormat';
import { formatDate, formatTime, weekdayName } from '#shared/lib/format';
import { type CalendarDate, calendarDateSchema, type Instant } from '#shared/lib/values';
import { type BusinessMoment, wallClock, zoneWhereTwice } from './business-time.ts';

// By file: the index of date-fns loads all 250 of them, which takes Node more than a second.

export const daysPerWeek = 7;

const isoDate = 'yyyy-MM-dd';

/** In the system's time zone, which date-fns calculates in. */
const midnight = (date: CalendarDate): Date => new Date(`${date}T00:00`);

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  calendarDateSchema.parse(lightFormat(addDaysTo(midnight(date), days), isoDate));

/** The last day of a month without the day: Jan 31, Feb 28, Mar 31. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate =>
  calendarDateSchema.parse(lightFormat(addMonthsTo(midnight(date), months), isoDate));

/** 1 from today to tomorrow; negative when `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  differenceInCalendarDays(midnight(to), midnight(from));

export const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);

export const mondayOf = (date: CalendarDate): CalendarDate => {
  const daysSinceMonday = (new Date(date).getUTCDay() + daysPerWeek - 1) % daysPerWeek;
  return addDays(date, -daysSinceMonday);
};

/** A class meets once a week, on the weekday of its first day. */
export interface ProgramDates {
  readonly start_date: CalendarDate;
  readonly end_date: CalendarDate;
}

type ProgramTiming = 'not-started' | 'in-progress' | 'ended';

/** Unless the administrator chooses another end (PRC-18). */
export const defaultClassDays = 56;

/** First and last day count as in progress (PRC-08). */
export const programTiming = ({ start_date, end_date }: ProgramDates, today: CalendarDate): ProgramTiming => {
  if (today < start_date) return 'not-started';
  return today > end_date ? 'ended' : 'in-progress';
};

/** From today (included), ascending (PRC-12, PRC-13). */
export const sessionDatesFrom = (
  { start_date, end_date }: ProgramDates,
  today: CalendarDate,
): CalendarDate[] => {
  const weeksPassed = Math.ceil(daysBetween(start_date, laterOf(start_date, today)) / daysPerWeek);
  const first = weeksPassed * daysPerWeek;
  const sessions = Math.floor((daysBetween(start_date, end_date) - first) / daysPerWeek) + 1;
  return Array.from({ length: Math.max(0, sessions) }, (_, week) =>
    addDays(start_date, first + week * daysPerWeek),
  );
};

/** Unless the administrator changes it (PRC-18, ADM-22). */
export const defaultEndDate = (start: CalendarDate): CalendarDate => addDays(start, defaultClassDays);

/** After "until": "Thu, 9:00 AM", with the date if ambiguous (END-05), with the zone if shown twice (TRM-11). */
export const formatDeadline = (deadline: Instant, { today, timeZone }: BusinessMoment): string => {
  const { date, time } = wallClock(new Date(deadline), timeZone);
  const zone = zoneWhereTwice(new Date(deadline), timeZone);
  const text = `${weekdayName(date).slice(0, 'Thu'.length)}, ${formatTime(time)}${zone ? ` ${zone}` : ''}`;
  const daysAhead = daysBetween(today, date);
  return daysAhead >= 0 && daysAhead < daysPerWeek ? text : `${text} (${formatDate(date)})`;
};
