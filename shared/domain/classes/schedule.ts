import { addDays, daysBetween, daysPerWeek, laterOf } from '#shared/domain/time/calendar';
import type { CalendarDate } from '#shared/schemas/values';

/** First and last day of a class; it meets once a week, on the weekday of the first. */
export interface ProgramDates {
  readonly start_date: CalendarDate;
  readonly end_date: CalendarDate;
}

export type ProgramTiming = 'not-started' | 'in-progress' | 'ended';

/** Days from the start to the end of a class unless the admin chooses another end (PRC-18). */
export const defaultClassDays = 56;

/** Whether a class has started or ended; its first and last day count as in progress (PRC-08). */
export const programTiming = ({ start_date, end_date }: ProgramDates, today: CalendarDate): ProgramTiming => {
  if (today < start_date) return 'not-started';
  return today > end_date ? 'ended' : 'in-progress';
};

/** All session dates from today (included) to the end of the class, ascending (PRC-12, PRC-13). */
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

/** The end date of a class with this start, unless the admin changes it (PRC-18, ADM-22). */
export const defaultEndDate = (start: CalendarDate): CalendarDate => addDays(start, defaultClassDays);
