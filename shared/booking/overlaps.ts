import type { BookedSessions, Booking, SessionTimes } from '#shared/booking/booking';
import type { ClassSummary } from '#shared/classes/class';
import { compareTimes } from '#shared/lib/business-time';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/lib/format';
import { ascending } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';
import type { ClassCalendar } from '../sessions/sessions.ts';
import { type BookedDates, placedSessions } from './booked-sessions.ts';

/** A session of a class, as a text names it. */
interface NamedSession extends SessionTimes {
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue'>;
}

/** Two sessions at the same time. One that ends when the other begins is not at the same time. */
export interface Overlap {
  readonly session: SessionTimes;
  /** The session of another booking. */
  readonly booked: NamedSession;
}

/** Whether two sessions are at the same time, wherever they are. */
export const isSameTime = (one: SessionTimes, other: SessionTimes): boolean =>
  one.date === other.date &&
  compareTimes(one.start_time, other.end_time) < 0 &&
  compareTimes(other.start_time, one.end_time) < 0;

/** The sessions of a date list in one slot. */
export const timesIn = (
  { start_time, end_time }: Pick<TimeSlot, 'start_time' | 'end_time'>,
  dates: readonly CalendarDate[],
): SessionTimes[] => dates.map((date) => ({ date, start_time, end_time }));

/**
 * The sessions of a booking from a day on, ascending: those that are on, make-up sessions among them. A cancelled session
 * takes no time. One of today that has begun or is over is among them: what can be booked is to come.
 * @param slots the booking's own, and those that it moved from
 */
export const sessionsFrom = (
  cls: ClassCalendar,
  booking: BookedDates & Pick<Booking, 'time_slot_id'>,
  slots: readonly Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>[],
  today: CalendarDate,
): SessionTimes[] =>
  placedSessions(cls, booking, slots).flatMap(({ session: { date, state }, slot }) =>
    state === 'on' && date >= today ? timesIn(slot, [date]) : [],
  );

/** The first of some sessions that is at the time of a session of other bookings (BSK-04). */
export const firstOverlap = (
  sessions: readonly SessionTimes[],
  others: readonly Pick<BookedSessions, 'class_type' | 'venue' | 'sessions'>[],
): Overlap | undefined =>
  sessions
    .flatMap((session) =>
      others.flatMap(({ sessions: booked, ...cls }) =>
        booked
          .filter((other) => isSameTime(session, other))
          .map((other) => ({ session, booked: { ...other, cls } })),
      ),
    )
    .toSorted((one, other) => ascending(one.session.date, other.session.date))
    .at(0);

/** The values of the text that refuses an overlap: both sessions by class and times. */
export const overlapParams = (
  child: string,
  cls: Pick<ClassSummary, 'class_type'>,
  { session, booked }: Overlap,
) => ({
  child,
  date: formatLongDate(session.date),
  session: `${classTypeName(cls.class_type)} (${formatTimeRange(session)})`,
  booked: `${classTypeName(booked.cls.class_type)} at ${booked.cls.venue} (${formatTimeRange(booked)})`,
});
