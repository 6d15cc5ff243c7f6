import { bookingCount } from '#shared/domain/classes/capacity';
import { sessionDates } from '#shared/domain/sessions/sessions';
import { addDays, daysPerWeek } from '#shared/domain/time/calendar';
import { mondayOf } from '#shared/domain/time/week';
import { programmeIds } from '#shared/programmes';
import type { ManagedClass } from '#shared/schemas/class-input';
import { type SeasonWeek, seasonWeeks } from '#shared/schemas/dashboard';
import type { SlotId } from '#shared/schemas/ids';
import { type CalendarDate, centsSchema } from '#shared/schemas/values';

interface WeekSums {
  readonly programmes: Map<string, { booked: number; places: number }>;
  bookings: number;
  cents: number;
}

const noSums = (): WeekSums => ({ programmes: new Map(), bookings: 0, cents: 0 });

/** The first and the last of the weeks that have a session, with the empty ones between them. */
const withoutEmptyEnds = (weeks: readonly SeasonWeek[]): SeasonWeek[] => {
  const hasSessions = ({ programmes }: SeasonWeek) => programmes.length > 0;
  return weeks.slice(Math.max(0, weeks.findIndex(hasSessions)), weeks.findLastIndex(hasSessions) + 1);
};

/**
 * Places, bookings and amounts of the weeks around today, from the counters of the slots.
 * @param revenueOf the sum of the amounts of a slot's bookings, in cents
 */
export const seasonWeeksOf = (
  classes: readonly ManagedClass[],
  revenueOf: (slot: SlotId) => number,
  today: CalendarDate,
): SeasonWeek[] => {
  const first = addDays(mondayOf(today), -seasonWeeks.before * daysPerWeek);
  const mondays = Array.from({ length: seasonWeeks.before + 1 + seasonWeeks.after }, (_, week) =>
    addDays(first, week * daysPerWeek),
  );
  const sums = new Map(mondays.map((monday) => [monday, noSums()]));
  for (const cls of classes) {
    for (const slot of cls.time_slots) {
      const dates = sessionDates(cls, slot);
      const weeks = Map.groupBy(dates, mondayOf);
      for (const [monday, { length: sessions }] of weeks) {
        const week = sums.get(monday);
        if (!week) continue;
        const { booked, places } = week.programmes.get(cls.class_type) ?? { booked: 0, places: 0 };
        week.programmes.set(cls.class_type, {
          booked: booked + sessions * bookingCount(slot),
          places: places + sessions * slot.max_capacity,
        });
        week.bookings += bookingCount(slot);
        week.cents += (revenueOf(slot.id) * sessions) / dates.length;
      }
    }
  }
  return withoutEmptyEnds(
    [...sums].map(([monday, { programmes, bookings, cents }]) => ({
      monday,
      programmes: programmeIds.flatMap((class_type) => {
        const places = programmes.get(class_type);
        return places ? [{ class_type, ...places }] : [];
      }),
      bookings,
      amount: centsSchema.parse(Math.round(cents)),
    })),
  );
};
