import { isFull } from '#shared/domain/classes/capacity';
import type { ProgramDates } from '#shared/domain/classes/schedule';
import {
  type ClassCalendar,
  nextUpcomingDate,
  type SlotIdentity,
  scheduledDates,
  sessionDates,
  type WeeklyRule,
  weeklyDates,
} from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate, Cents } from '#shared/schemas/values';
import { priceOfWeeks, remainingWeeks, trialPrice, weeksText } from './pricing.ts';

type Rated = Pick<ClassSummary, 'weekly_rate'>;

/**
 * The weeks of PRC-01, in which a weekly date counts only if it is one of `dates`, and each other one of `dates` is one
 * more.
 */
const countWeeks = (program: ProgramDates, dates: readonly CalendarDate[], today: CalendarDate): number => {
  const left = (all: readonly CalendarDate[]) => all.filter((date) => date >= today).length;
  return remainingWeeks(program, today) - left(scheduledDates(program)) + left(dates);
};

/** Remaining weeks of a class whose slots have no changes, such as one that is being entered (CAL-05). */
export const classWeeks = (rule: WeeklyRule, today: CalendarDate): number =>
  countWeeks(rule, weeklyDates(rule), today);

/**
 * Remaining weeks of a slot: the weeks of PRC-01, less the weekly dates from today on that are skipped or cancelled,
 * plus the extra sessions from today on that are on (CAL-05). A session today counts all day.
 */
export const slotWeeks = (cls: ClassCalendar, slot: SlotIdentity, today: CalendarDate): number =>
  countWeeks(cls, sessionDates(cls, slot), today);

/**
 * What a full programme in a slot costs when booked today (CAL-05, PRC-04). An ended programme has the minimum price;
 * callers refuse to book it (PRC-06).
 */
export const slotPrice = (cls: ClassCalendar & Rated, slot: SlotIdentity, today: CalendarDate): Cents =>
  priceOfWeeks(slotWeeks(cls, slot, today), cls.weekly_rate);

/** How much of a slot's programme is left, in words (CAL-05, PRC-07). */
export const slotDisplayText = (cls: ClassCalendar, slot: SlotIdentity, today: CalendarDate): string =>
  weeksText(slotWeeks(cls, slot, today));

/** The price of a booking made today, as shown by the form and charged by the API (PRC-17, CAL-05). */
export const slotBookingAmount = (
  cls: ClassCalendar & Rated,
  slot: SlotIdentity,
  isTrial: boolean,
  today: CalendarDate,
): Cents => (isTrial ? trialPrice(cls) : slotPrice(cls, slot, today));

/** What a card says of a whole class. */
export interface ClassPrice {
  readonly price: Cents;
  /** Whether other slots cost more: "from {price}". */
  readonly isLowest: boolean;
  /** Remaining weeks of the slot with this price, the fewest where slots differ. */
  readonly weeks: number;
}

/**
 * The price of a class when booked now: of the slots that can be booked, or of all where none can (CAL-05). A class
 * without slots has the price of its weekly dates.
 */
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
