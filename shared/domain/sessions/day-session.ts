import type { CalendarDate } from '#shared/schemas/values';
import type { PlacedSession } from './booked-sessions.ts';

/** The session of a booking on a day. */
export interface DaySession<Slot> extends PlacedSession<Slot> {
  /** It is the first one that its charge covers: that of a kept trial, and the first of the others. */
  readonly isFirst: boolean;
}

/**
 * The session that a booking has on a day, or undefined. A session that is cancelled is none; one that was replaced is on
 * the day of its make-up.
 * @param sessions all of the booking
 */
export const daySession = <Slot>(
  sessions: readonly PlacedSession<Slot>[],
  day: CalendarDate,
): DaySession<Slot> | undefined => {
  const on = sessions.filter(({ session }) => session.state === 'on');
  const own = on.find(({ session }) => session.date === day);
  if (!own) return undefined;
  const isFirst = on.every(({ session, part }) => part.trial !== own.part.trial || session.date >= day);
  return { ...own, isFirst };
};
