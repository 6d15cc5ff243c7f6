import type { TrialSession } from '#shared/schemas/booking';
import type { SlotId } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import { type BookedDates, bookedSessions } from './booked-sessions.ts';
import type { ClassCalendar, SlotIdentity } from './sessions.ts';

/** The session of a booking on a day. */
export interface DaySession {
  /** The slot that it is in: of a make-up, the slot that the booking had. */
  readonly slot_id: SlotId;
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
  booked: BookedDates,
  day: CalendarDate,
): DaySession | undefined => {
  const dates = bookedSessions(cls, slot, booked).flatMap(({ slot_id, trial, sessions }) => {
    const present = sessions.at(-1);
    return present?.state === 'on' ? { slot_id, date: present.date, trial } : [];
  });
  const own = dates.find(({ date }) => date === day);
  if (!own) return undefined;
  const isFirst = dates.every(({ date, trial }) => trial !== own.trial || date >= day);
  return { slot_id: own.slot_id, isFirst, trial: own.trial };
};
