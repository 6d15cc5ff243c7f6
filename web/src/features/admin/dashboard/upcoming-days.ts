import { byStartTime } from '#shared/domain/capacity';
import type { Dashboard } from '#shared/schemas/dashboard';
import type { SlotSession } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';

type UpcomingClass = Dashboard['upcoming'][number];

interface Session {
  readonly cls: UpcomingClass;
  readonly slot: TimeSlot;
  readonly session: SlotSession;
}

/** A day with sessions. */
export interface UpcomingDay {
  readonly date: CalendarDate;
  /** By start time, cancelled ones included. */
  readonly sessions: readonly Session[];
  /** Of the sessions that are on. */
  readonly booked: number;
  readonly places: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const sessionsOfClass = (cls: UpcomingClass): Session[] =>
  cls.sessions.flatMap((session) => {
    const slot = cls.time_slots.find(({ id }) => id === session.slot_id);
    return slot ? [{ cls, slot, session }] : [];
  });

/** The sessions of upcoming classes by day, earliest first. */
export const upcomingDays = (classes: readonly UpcomingClass[]): UpcomingDay[] => {
  const all = classes.flatMap(sessionsOfClass);
  return [...new Set(all.map(({ session }) => session.date))]
    .toSorted((one, other) => one.localeCompare(other))
    .map((date) => {
      const sessions = all
        .filter(({ session }) => session.date === date)
        .toSorted((one, other) => byStartTime(one.slot, other.slot));
      const held = sessions.filter(({ session }) => session.state === 'on');
      return {
        date,
        sessions,
        booked: sum(held.map(({ slot }) => slot.current_bookings)),
        places: sum(held.map(({ slot }) => slot.max_capacity)),
      };
    });
};
