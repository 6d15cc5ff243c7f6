import { type ClassSummary, isFull } from '#shared/classes/class';
import type { BusinessMoment } from '#shared/lib/business-time';
import { daysBetween, daysPerWeek, defaultClassDays, laterOf, type ProgramDates } from '#shared/lib/calendar';
import { counted } from '#shared/lib/text';
import { type CalendarDate, type Cents, centsSchema } from '#shared/lib/values';
import { policies } from '#shared/policies';
import { programEnded } from '#shared/programmes';
import {
  type ClassCalendar,
  nextUpcomingDate,
  type SlotIdentity,
  scheduledDates,
  sessionDates,
  type WeeklyRule,
  weeklyDates,
} from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';

const weeksAt = (weeks: number, weeklyRate: Cents): Cents => centsSchema.parse(weeks * weeklyRate);

const startedWeeks = (days: number): number => Math.ceil(Math.max(0, days) / daysPerWeek);

/** Never bills fewer weeks than the minimum (PRC-04). */
export const priceOfWeeks = (weeks: number, weeklyRate: Cents): Cents =>
  weeksAt(Math.max(weeks, policies.minBilledWeeks), weeklyRate);

/** Includes the current week: remaining days (first and last included) / 7, rounded up; 0 after the end (PRC-01 to PRC-03). */
export const remainingWeeks = ({ start_date, end_date }: ProgramDates, today: CalendarDate): number =>
  startedWeeks(daysBetween(laterOf(start_date, today), end_date) + 1);

/** The week of a class of default length in which the price reaches its minimum, counted from 1 (ADM-21). */
export const minPriceWeek = startedWeeks(defaultClassDays + 1) - policies.minBilledWeeks + 1;

/** One session at the weekly rate (PRC-15). */
export const trialPrice = (cls: Pick<ClassSummary, 'weekly_rate'>): Cents => cls.weekly_rate;

/** The price stored with a class: weeks rounded up, plus 1, times the weekly rate (PRC-16). */
export const savedClassPrice = ({ start_date, end_date }: ProgramDates, weeklyRate: Cents): Cents =>
  weeksAt(Math.ceil(daysBetween(start_date, end_date) / daysPerWeek) + 1, weeklyRate);

/** "9 weeks remaining", "1 week remaining", "Program ended" (PRC-07). */
export const weeksText = (weeks: number): string => {
  if (weeks === 0) return programEnded;
  return `${counted(weeks, 'week', 'weeks')} remaining`;
};

type Rated = Pick<ClassSummary, 'weekly_rate'>;

// The weeks of PRC-01: a weekly date counts only if it is one of `dates`, and each other one is one more.
const countWeeks = (program: ProgramDates, dates: readonly CalendarDate[], today: CalendarDate): number => {
  const left = (all: readonly CalendarDate[]) => all.filter((date) => date >= today).length;
  return remainingWeeks(program, today) - left(scheduledDates(program)) + left(dates);
};

/** For a class whose slots have no changes, such as one that is being entered (CAL-05). */
export const classWeeks = (rule: WeeklyRule, today: CalendarDate): number =>
  countWeeks(rule, weeklyDates(rule), today);

/**
 * The weeks of PRC-01, less the weekly dates from today on that are skipped or cancelled, plus the extra sessions from today
 * on that are on (CAL-05). A session today counts all day.
 */
export const slotWeeks = (cls: ClassCalendar, slot: SlotIdentity, today: CalendarDate): number =>
  countWeeks(cls, sessionDates(cls, slot), today);

/** A full programme booked today (CAL-05, PRC-04). Ended: the minimum price, which callers refuse to book (PRC-06). */
export const slotPrice = (cls: ClassCalendar & Rated, slot: SlotIdentity, today: CalendarDate): Cents =>
  priceOfWeeks(slotWeeks(cls, slot, today), cls.weekly_rate);

/** CAL-05, PRC-07. */
export const slotDisplayText = (cls: ClassCalendar, slot: SlotIdentity, today: CalendarDate): string =>
  weeksText(slotWeeks(cls, slot, today));

/** The form shows it and the API charges it (PRC-17, CAL-05). */
export const slotBookingAmount = (
  cls: ClassCalendar & Rated,
  slot: SlotIdentity,
  isTrial: boolean,
  today: CalendarDate,
): Cents => (isTrial ? trialPrice(cls) : slotPrice(cls, slot, today));

export interface ClassPrice {
  readonly price: Cents;
  /** Whether other slots cost more: "from {price}". */
  readonly isLowest: boolean;
  /** Remaining weeks of the slot with this price, the fewest where slots differ. */
  readonly weeks: number;
}

/** The lowest price of slots that can be booked, or of all where none can (CAL-05). Without slots: of the weekly dates. */
export const classPrice = (
  cls: ClassCalendar & Rated & { readonly time_slots: readonly TimeSlot[] },
  moment: BusinessMoment,
): ClassPrice => {
  const bookable = cls.time_slots.filter(
    (slot) => !isFull(slot) && nextUpcomingDate(cls, slot, moment) !== null,
  );
  const slots = bookable.length > 0 ? bookable : cls.time_slots;
  const weeks =
    slots.length > 0
      ? slots.map((slot) => slotWeeks(cls, slot, moment.today))
      : [classWeeks(cls, moment.today)];
  const [fewest, most] = [Math.min(...weeks), Math.max(...weeks)];
  const price = priceOfWeeks(fewest, cls.weekly_rate);
  return { price, isLowest: priceOfWeeks(most, cls.weekly_rate) > price, weeks: fewest };
};

/**
 * The amount divided by the number of sessions, in their order, with the remainder as one cent more on the first ones
 * (BOK-55). Together the values are exactly the amount; no sessions, no values.
 */
export const sessionValues = (amount: Cents, count: number): Cents[] => {
  const remainder = amount % count;
  const base = (amount - remainder) / count;
  return Array.from({ length: count }, (_, index) => centsSchema.parse(base + (index < remainder ? 1 : 0)));
};
