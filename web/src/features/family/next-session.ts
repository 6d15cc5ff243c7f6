import { ascending } from '#shared/domain/lists/ascending';
import { hasBegun } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { type ShownBooking, type ShownSession, shownSessions } from './shown-sessions.ts';

/** A session of a booking. */
export interface BookedSession extends ShownSession {
  readonly booking: ShownBooking;
}

export interface NextSessions {
  /** The next one that is on; null when none is left to come. */
  readonly next: BookedSession | null;
  /** The cancelled ones of today and later that were to come before it (CAN-13). */
  readonly cancelled: readonly BookedSession[];
}

const startOf = ({ session, slot }: BookedSession): string => `${session.date}T${slot.start_time}`;

/** The sessions of bookings from today on, make-up sessions included, by date and start time. */
const sessionsFrom = (bookings: readonly ShownBooking[], { today }: BusinessMoment): BookedSession[] =>
  bookings
    .flatMap((booking) =>
      shownSessions(booking)
        .filter(({ session }) => session.date >= today)
        .map(({ session, slot }) => ({ booking, session, slot })),
    )
    .toSorted((one, other) => ascending(startOf(one), startOf(other)));

/** Whether a session is on and has not begun. */
const isToCome = ({ session, slot }: BookedSession, moment: BusinessMoment): boolean =>
  session.state === 'on' && !hasBegun(session.date, slot, moment);

/** The sessions to come of all bookings, by date and start time. */
export const comingSessions = (bookings: readonly ShownBooking[], moment: BusinessMoment): BookedSession[] =>
  sessionsFrom(bookings, moment).filter((session) => isToCome(session, moment));

/** The next session of all bookings, and the cancelled ones before it. */
export const nextSessions = (bookings: readonly ShownBooking[], moment: BusinessMoment): NextSessions => {
  const sessions = sessionsFrom(bookings, moment);
  const at = sessions.findIndex((session) => isToCome(session, moment));
  const before = at < 0 ? sessions : sessions.slice(0, at);
  return {
    next: sessions[at] ?? null,
    cancelled: before.filter(({ session }) => session.state === 'cancelled'),
  };
};

/** The sessions of the next seven days that follow the next one. */
export const laterThisWeek = (bookings: readonly ShownBooking[], moment: BusinessMoment): BookedSession[] =>
  comingSessions(bookings, moment)
    .slice(1)
    .filter(({ session }) => session.date < addDays(moment.today, 7));
