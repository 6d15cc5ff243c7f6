import type { TrialSession } from '#shared/schemas/booking';
import type { CalendarDate } from '#shared/schemas/values';
import { bookedSessions } from './booked-sessions.ts';
import type { ClassCalendar, SlotIdentity } from './sessions.ts';

/** The session of a booking on a day. */
interface DaySession {
  /** It is the first one that its charge covers: that of a kept trial, and the first of the others. */
  readonly isFirst: boolean;
  /** Where it is that of a kept trial. */
  readonly trial: TrialSession | undefined;
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
  const dates = bookedSessions(cls, slot, booked).flatMap(({ trial, sessions }) => {
    const present = sessions.at(-1);
    return present?.state === 'on' ? { date: present.date, trial } : [];
  });
  const own = dates.find(({ date }) => date === day);
  if (!own) return undefined;
  const isFirst = dates.every(({ date, trial }) => trial !== own.trial || date >= day);
  return { isFirst, trial: own.trial };
};
