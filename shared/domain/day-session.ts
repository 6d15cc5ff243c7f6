import type { CalendarDate } from '#shared/schemas/values';
import { bookedSessions } from './booked-sessions.ts';
import type { ClassCalendar, SlotIdentity } from './sessions.ts';

/** The session of a booking on a day. */
interface DaySession {
  /** It is the first one that the booking has. */
  readonly isFirst: boolean;
}

/**
 * The session that a booking has on a day, or undefined. A session that is cancelled is none; one that was replaced is on
 * the day of its make-up.
 */
export const daySession = (
  cls: ClassCalendar,
  slot: SlotIdentity,
  booked: Parameters<typeof bookedSessions>[2],
  day: CalendarDate,
): DaySession | undefined => {
  const dates = bookedSessions(cls, slot, booked).flatMap(({ sessions }) => {
    const present = sessions.at(-1);
    return present?.state === 'on' ? present.date : [];
  });
  return dates.includes(day) ? { isFirst: dates.every((date) => date >= day) } : undefined;
};
