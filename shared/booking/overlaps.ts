import type { BookedSessions, Booking, SessionTimes } from '#shared/booking/booking';
import type { ClassSummary } from '#shared/classes/class';
import { compareTimes } from '#shared/lib/business-time';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/lib/format';
import { ascending } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';
import type { ClassCalendar } from '../sessions/sessions.ts';
import { type BookedDates, sessionsWithSlots } from './booked-sessions.ts';

interface NamedSession extends SessionTimes {
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue'>;
}

/** Two sessions at the same time. A session that ends when the other begins is not at the same time. */
export interface Overlap {
  readonly session: SessionTimes;
  readonly booked: NamedSession;
}

/** Wherever the sessions are. */
export const isSameTime = (one: SessionTimes, other: SessionTimes): boolean =>
  one.date === other.date &&
  compareTimes(one.start_time, other.end_time) < 0 &&
  compareTimes(other.start_time, one.end_time) < 0;

export const timesIn = (
  { start_time, end_time }: Pick<TimeSlot, 'start_time' | 'end_time'>,
  dates: readonly CalendarDate[],
): SessionTimes[] => dates.map((date) => ({ date, start_time, end_time }));

/**
 * The sessions from a day on that are on, ascending, make-up sessions included. Sessions of today that have begun or are
 * over count too: what can be booked is to come.
 * @param slots the booking's own slot, and those that it moved from
 */
export const sessionsFrom = (
  cls: ClassCalendar,
  booking: BookedDates & Pick<Booking, 'time_slot_id'>,
  slots: readonly Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>[],
  today: CalendarDate,
): SessionTimes[] =>
  sessionsWithSlots(cls, booking, slots).flatMap(({ session: { date, state }, slot }) =>
    state === 'on' && date >= today ? timesIn(slot, [date]) : [],
  );

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
