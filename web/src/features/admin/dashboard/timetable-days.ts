import { bookingCount, byStartTime } from '#shared/domain/classes/capacity';
import { sum } from '#shared/domain/lists/sum';
import { addDays } from '#shared/domain/time/calendar';
import { type Dashboard, dashboardDays } from '#shared/schemas/dashboard';
import type { SlotSession } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate, WallTime } from '#shared/schemas/values';

type UpcomingClass = Dashboard['upcoming'][number];

/** A session with its class and slot. */
export interface UpcomingSession {
  readonly cls: UpcomingClass;
  readonly slot: TimeSlot;
  readonly session: SlotSession;
}

/** A column of the timetable. */
export interface TimetableDay {
  readonly date: CalendarDate;
  /** By start time, cancelled ones included. */
  readonly sessions: readonly UpcomingSession[];
  /** Of the sessions that are on. */
  readonly booked: number;
  readonly places: number;
}

const sessionsOfClass = (cls: UpcomingClass): UpcomingSession[] =>
  cls.sessions.flatMap((session) => {
    const slot = cls.time_slots.find(({ id }) => id === session.slot_id);
    return slot ? [{ cls, slot, session }] : [];
  });

/** Today and the next seven days, each with its sessions. */
export const timetableDays = (classes: readonly UpcomingClass[], today: CalendarDate): TimetableDay[] => {
  const all = classes.flatMap(sessionsOfClass).toSorted((one, other) => byStartTime(one.slot, other.slot));
  return Array.from({ length: dashboardDays }, (_, day) => {
    const date = addDays(today, day);
    const sessions = all.filter(({ session }) => session.date === date);
    const held = sessions.filter(({ session }) => session.state === 'on');
    return {
      date,
      sessions,
      booked: sum(held.map(({ slot }) => bookingCount(slot))),
      places: sum(held.map(({ slot }) => slot.max_capacity)),
    };
  });
};

/** The start times of all sessions, ascending: the rows of the timetable. */
export const startTimes = (days: readonly TimetableDay[]): WallTime[] =>
  [...new Set(days.flatMap(({ sessions }) => sessions.map(({ slot }) => slot.start_time)))].toSorted();
