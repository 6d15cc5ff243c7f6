import { defaultClassDays, type ProgramDates } from '#shared/domain/classes/schedule';
import { counted } from '#shared/domain/text/counted';
import { daysBetween, daysPerWeek, laterOf } from '#shared/domain/time/calendar';
import { policies } from '#shared/policies';
import { programEnded } from '#shared/program-ended';
import type { ClassSummary } from '#shared/schemas/class';
import { type CalendarDate, type Cents, centsSchema } from '#shared/schemas/values';

const weeksAt = (weeks: number, weeklyRate: Cents): Cents => centsSchema.parse(weeks * weeklyRate);

const startedWeeks = (days: number): number => Math.ceil(Math.max(0, days) / daysPerWeek);

/** What a number of remaining weeks costs; never fewer than the minimum are billed (PRC-04). */
export const priceOfWeeks = (weeks: number, weeklyRate: Cents): Cents =>
  weeksAt(Math.max(weeks, policies.minBilledWeeks), weeklyRate);

/**
 * Remaining weeks, the current one included: remaining days (first and last included) / 7, rounded up; 0 after the end
 * (PRC-01 to PRC-03).
 */
export const remainingWeeks = ({ start_date, end_date }: ProgramDates, today: CalendarDate): number =>
  startedWeeks(daysBetween(laterOf(start_date, today), end_date) + 1);

/** The week of a class of default length in which the price reaches its minimum, counted from 1 (ADM-21). */
export const minPriceWeek = startedWeeks(defaultClassDays + 1) - policies.minBilledWeeks + 1;

/** Price of a trial: one session at the weekly rate (PRC-15). */
export const trialPrice = (cls: Pick<ClassSummary, 'weekly_rate'>): Cents => cls.weekly_rate;

/** The price stored with a class: weeks rounded up, plus 1, times the weekly rate (PRC-16). */
export const savedClassPrice = ({ start_date, end_date }: ProgramDates, weeklyRate: Cents): Cents =>
  weeksAt(Math.ceil(daysBetween(start_date, end_date) / daysPerWeek) + 1, weeklyRate);

/** A number of remaining weeks in words: "9 weeks remaining", "1 week remaining", "Program ended" (PRC-07). */
export const weeksText = (weeks: number): string => {
  if (weeks === 0) return programEnded;
  return `${counted(weeks, 'week', 'weeks')} remaining`;
};
