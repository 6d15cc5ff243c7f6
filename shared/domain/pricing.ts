import { programEnded } from '#shared/program-ended';
import type { ClassSummary } from '#shared/schemas/class';
import { type CalendarDate, type Cents, centsSchema } from '#shared/schemas/values';
import { daysBetween, laterOf } from './calendar.ts';
import { daysPerWeek, defaultClassDays, type ProgramDates } from './schedule.ts';

type Rated = Pick<ClassSummary, 'weekly_rate'>;

/** A full programme is never billed for fewer weeks than this, however late it is booked (PRC-04). */
export const minBilledWeeks = 3;

const weeksAt = (weeks: number, weeklyRate: Cents): Cents => centsSchema.parse(weeks * weeklyRate);

const startedWeeks = (days: number): number => Math.ceil(Math.max(0, days) / daysPerWeek);

/**
 * Remaining weeks, the current one included: remaining days (first and last included) / 7, rounded up; 0 after the end
 * (PRC-01 to PRC-03).
 */
export const remainingWeeks = ({ start_date, end_date }: ProgramDates, today: CalendarDate): number =>
  startedWeeks(daysBetween(laterOf(start_date, today), end_date) + 1);

/** The week of a class of default length in which the price reaches its minimum, counted from 1 (ADM-21). */
export const minPriceWeek = startedWeeks(defaultClassDays + 1) - minBilledWeeks + 1;

/**
 * What a full programme costs when booked today (PRC-04). An ended programme still has a price, the minimum:
 * that it cannot be booked is for the caller to say (PRC-06).
 */
export const programPrice = (cls: ProgramDates & Rated, today: CalendarDate): Cents =>
  weeksAt(Math.max(remainingWeeks(cls, today), minBilledWeeks), cls.weekly_rate);

/** What a trial costs: one session at the weekly rate (PRC-15). */
export const trialPrice = (cls: Rated): Cents => cls.weekly_rate;

/** The total stored with a class when it is created or changed: weeks rounded up, plus 1, times the rate (PRC-16). */
export const savedClassPrice = ({ start_date, end_date }: ProgramDates, weeklyRate: Cents): Cents =>
  weeksAt(Math.ceil(daysBetween(start_date, end_date) / daysPerWeek) + 1, weeklyRate);

/** What a booking made today costs: shown in the form and charged by the API (PRC-17). */
export const bookingAmount = (cls: ProgramDates & Rated, isTrial: boolean, today: CalendarDate): Cents =>
  isTrial ? trialPrice(cls) : programPrice(cls, today);

/** How much of a class is left, in words: "9 weeks remaining", "1 week remaining", "Program ended" (PRC-07). */
export const displayText = (dates: ProgramDates, today: CalendarDate): string => {
  const weeks = remainingWeeks(dates, today);
  if (weeks === 0) return programEnded;
  return `${weeks} ${weeks === 1 ? 'week' : 'weeks'} remaining`;
};
