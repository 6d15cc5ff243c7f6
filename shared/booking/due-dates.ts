import { sessionValues } from '#shared/classes/pricing';
import { addDays, addMonths } from '#shared/lib/calendar';
import { totalOf } from '#shared/lib/money';
import { ascending } from '#shared/lib/text';
import type { CalendarDate, Cents } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { SchoolSettings } from '#shared/school/settings';

export interface DuePart {
  readonly date: CalendarDate;
  readonly amount: Cents;
}

interface AgreedBooking {
  readonly today: CalendarDate;
  readonly dates: readonly CalendarDate[];
  readonly amount: Cents;
  readonly isTrial: boolean;
}

// The first session and the same day of each month until the last one, at most six.
const monthlyDates = (dates: readonly CalendarDate[]): CalendarDate[] => {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return [];
  return Array.from({ length: limits.dueDates }, (_, month) => addMonths(first, month)).filter(
    (date) => date <= last,
  );
};

/** A charge has at most as many due dates as cents: no part is less than a cent. Undefined for a charge of nothing. */
export const datesOfCharge = (dates: readonly CalendarDate[], amount: Cents): CalendarDate[] | undefined =>
  amount > 0 ? dates.slice(0, amount) : undefined;

// A single date that is not after today is the day of the booking. @returns undefined for due on that day
const agreed = (
  dates: readonly CalendarDate[],
  { today, amount }: Pick<AgreedBooking, 'today' | 'amount'>,
): CalendarDate[] | undefined => {
  const few = datesOfCharge(dates, amount);
  const first = few?.[0];
  return !first || (few.length === 1 && first <= today) ? undefined : few;
};

/**
 * When a charge is due by a rule of the school (DUE-01): at the booking, on the day before the first session, or in monthly
 * parts from the first session on, none after the last one. A trial has one date.
 * @returns ascending; undefined for a charge that is due on the day of its booking
 */
export const dueDates = (
  rule: SchoolSettings['due_rule'],
  booking: AgreedBooking,
): CalendarDate[] | undefined => {
  const [first] = booking.dates;
  if (rule === 'at-once' || !first) return undefined;
  if (rule === 'first-session') return agreed([addDays(first, -1)], booking);
  return agreed(booking.isTrial ? [first] : monthlyDates(booking.dates), booking);
};

/**
 * When the charge is due after a move to another class: on the earlier booking's dates that lie ahead; the last session
 * takes the place of a date after it. What is due of the earlier booking stays due.
 * @param earlier the due dates of the earlier booking; undefined where it was due at once
 */
export const dueDatesAfterMove = (
  earlier: readonly CalendarDate[] | undefined,
  { today, dates, amount }: Omit<AgreedBooking, 'isTrial'>,
): CalendarDate[] | undefined => {
  const last = dates.at(-1);
  const ahead = (earlier ?? []).filter((date) => date > today);
  const within = ahead.map((date) => (last && last < date ? last : date));
  return agreed([...new Set(within)], { today, amount });
};

/** Also true for two charges that are both due on the day of their bookings. */
export const isSameDates = (
  one: readonly CalendarDate[] | undefined,
  other: readonly CalendarDate[] | undefined,
): boolean => (one ?? []).join() === (other ?? []).join();

export interface DatedCharge {
  readonly day: CalendarDate;
  readonly amount: Cents;
  readonly due_dates?: readonly CalendarDate[] | undefined;
}

/** Together the parts are exactly the amount; the remainder is on the first ones. */
export const dueParts = ({ day, amount, due_dates }: DatedCharge): DuePart[] => {
  const dates = due_dates ?? [day];
  const amounts = sessionValues(amount, dates.length);
  return dates.flatMap((date, index) => {
    const part = amounts[index];
    return part === undefined ? [] : { date, amount: part };
  });
};

/** The parts of several bookings together, ascending, without those of a booking that is due on its day. */
export const datedParts = (
  bookings: readonly { readonly amount: Cents; readonly due_dates?: readonly CalendarDate[] | undefined }[],
): DuePart[] => {
  const parts = bookings.flatMap(({ amount, due_dates }) => {
    const [day] = due_dates ?? [];
    return day ? dueParts({ day, amount, due_dates }) : [];
  });
  const dates = [...new Set(parts.map(({ date }) => date))].toSorted(ascending);
  return dates.map((date) => ({ date, amount: totalOf(parts.filter((part) => part.date === date)) }));
};
