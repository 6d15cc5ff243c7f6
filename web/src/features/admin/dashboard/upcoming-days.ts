import { byStartTime } from '#shared/domain/capacity';
import type { Dashboard } from '#shared/schemas/dashboard';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';

type UpcomingClass = Dashboard['upcoming'][number];

interface Session {
  readonly cls: UpcomingClass;
  readonly slot: TimeSlot;
}

/** A day with sessions. */
export interface UpcomingDay {
  readonly date: CalendarDate;
  /** By start time. */
  readonly sessions: readonly Session[];
  readonly booked: number;
  readonly places: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The sessions of upcoming classes by day, earliest first. */
export const upcomingDays = (classes: readonly UpcomingClass[]): UpcomingDay[] => {
  const dates = [...new Set(classes.flatMap((cls) => cls.dates))].toSorted();
  return dates.map((date) => {
    const sessions = classes
      .filter((cls) => cls.dates.includes(date))
      .flatMap((cls) => cls.time_slots.map((slot) => ({ cls, slot })))
      .toSorted((one, other) => byStartTime(one.slot, other.slot));
    return {
      date,
      sessions,
      booked: sum(sessions.map(({ slot }) => slot.current_bookings)),
      places: sum(sessions.map(({ slot }) => slot.max_capacity)),
    };
  });
};
