import { programEnded } from '#shared/program-ended';
import type { ClassSummary } from '#shared/schemas/class';
import { type CalendarDate, type Cents, centsSchema } from '#shared/schemas/values';
import { daysBetween, laterOf } from './calendar.ts';
import { daysPerWeek, type ProgramDates } from './schedule.ts';

type Rated = Pick<ClassSummary, 'weekly_rate'>;

/** A full programme is never billed for fewer weeks than this, however late it is booked (PRC-04). */
const minBilledWeeks = 3;

const weeksAt = (weeks: number, weeklyRate: Cents): Cents => centsSchema.parse(weeks * weeklyRate);

/** Weeks still to come, the begun one included: days left (both ends included) / 7, rounded up; 0 once ended (PRC-01 to PRC-03). */
export const remainingWeeks = ({ start_date, end_date }: ProgramDates, today: CalendarDate): number => {
  const daysLeft = daysBetween(laterOf(start_date, today), end_date) + 1;
  return Math.ceil(Math.max(0, daysLeft) / daysPerWeek);
};

/** What a number of remaining weeks costs; never fewer than the minimum are billed (PRC-04). */
export const priceOfWeeks = (weeks: number, weeklyRate: Cents): Cents =>
  weeksAt(Math.max(weeks, minBilledWeeks), weeklyRate);

/**
 * What a full programme costs when booked today (PRC-04). An ended programme still has a price, the minimum:
 * that it cannot be booked is for the caller to say (PRC-06).
 */
export const programPrice = (cls: ProgramDates & Rated, today: CalendarDate): Cents =>
  priceOfWeeks(remainingWeeks(cls, today), cls.weekly_rate);

/** What a trial costs: one session at the weekly rate (PRC-15). */
export const trialPrice = (cls: Rated): Cents => cls.weekly_rate;

/** The total stored with a class when it is created or changed: weeks rounded up, plus 1, times the rate (PRC-16). */
export const savedClassPrice = ({ start_date, end_date }: ProgramDates, weeklyRate: Cents): Cents =>
  weeksAt(Math.ceil(daysBetween(start_date, end_date) / daysPerWeek) + 1, weeklyRate);

/** What a booking made today costs: shown in the form and charged by the API (PRC-17). */
export const bookingAmount = (cls: ProgramDates & Rated, isTrial: boolean, today: CalendarDate): Cents =>
  isTrial ? trialPrice(cls) : programPrice(cls, today);

/** A number of remaining weeks in words: "9 weeks remaining", "1 week remaining", "Program ended" (PRC-07). */
export const weeksText = (weeks: number): string => {
  if (weeks === 0) return programEnded;
  return `${weeks} ${weeks === 1 ? 'week' : 'weeks'} remaining`;
};

/** How much of a class is left, in words (PRC-07). */
export const displayText = (dates: ProgramDates, today: CalendarDate): string =>
  weeksText(remainingWeeks(dates, today));
