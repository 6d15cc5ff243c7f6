import type { ClassSummary } from '#shared/classes/class';
import { compareTimes, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import type { CalendarDate, Instant } from '#shared/lib/values';
import { policies } from '#shared/policies';
import { type WeeklyRule, weeklyDates } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';

export type Openings = Pick<ClassSummary, 'opens_for_current_at' | 'opens_at'>;

/** Families neither find nor book a class that is off sale (OPS-08). The office may place a child. Bookings stay. */
export const isOffSale = ({ off_sale_since }: Pick<ClassSummary, 'off_sale_since'>): boolean =>
  off_sale_since !== undefined;

const isAhead = (at: Instant | null, now: Date): at is Instant => at !== null && now < new Date(at);

/** Null where everybody may book now. */
export const opensForAll = ({ opens_at }: Openings, now: Date): Instant | null =>
  isAhead(opens_at, now) ? opens_at : null;

/** Null where current families may book now. */
export const opensForCurrent = (openings: Openings, now: Date): Instant | null => {
  const { opens_for_current_at } = openings;
  if (opens_for_current_at === null) return opensForAll(openings, now);
  return isAhead(opens_for_current_at, now) ? opens_for_current_at : null;
};

export const isForCurrentOnly = (openings: Openings, now: Date): boolean =>
  opensForAll(openings, now) !== null && opensForCurrent(openings, now) === null;

/** Null where the family may book now. */
export const opensFor = (openings: Openings, isCurrent: boolean, now: Date): Instant | null =>
  isCurrent ? opensForCurrent(openings, now) : opensForAll(openings, now);

/** The message for the form; undefined where nothing is wrong. */
export const openingsIssue = ({ opens_for_current_at, opens_at }: Openings): string | undefined => {
  if (opens_for_current_at === null) return undefined;
  if (opens_at === null) return 'Please enter when it opens for everybody';
  return opens_at > opens_for_current_at ? undefined : 'Everybody books after current families';
};

export const opensTooLate = 'Choose a time before the last session';

/** The forms' schema knows no zone (TRM-11); the server compares the times (`opensAfterLastSession`). */
export const opensAfterEnd = ({ opens_at }: Openings, end_date: CalendarDate): boolean =>
  opens_at !== null && opens_at.slice(0, 'yyyy-MM-dd'.length) > addDays(end_date, 1);

/** At or after the beginning of the last session that can be booked. */
export const opensAfterLastSession = (
  { opens_at }: Openings,
  rule: WeeklyRule & { readonly time_slots: readonly Pick<TimeSlot, 'start_time'>[] },
  timeZone: string,
): boolean => {
  const last = weeklyDates(rule).at(-1);
  const start = rule.time_slots
    .map(({ start_time }) => start_time)
    .toSorted(compareTimes)
    .at(-1);
  if (opens_at === null || !last || !start) return false;
  return new Date(opens_at) >= toInstant(last, start, timeZone);
};

/**
 * A class of one of its live full bookings is not over, or has ended in the last days.
 * @param classes those of the family's full bookings that did not end before their class
 */
export const isCurrentFamily = (
  classes: readonly Pick<ClassSummary, 'end_date'>[],
  today: CalendarDate,
): boolean => {
  const since = addDays(today, -policies.terms.currentFamilyDays);
  return classes.some(({ end_date }) => end_date >= since);
};
