import { useEffect } from 'react';
import { sessionsWithSlots } from '#shared/booking/booked-sessions';
import type { BookingDetails } from '#shared/booking/booking';
import type { MyBooking } from '#shared/booking/booking-input';
import { firstNameOf } from '#shared/families/children';
import type { BusinessMoment } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/lib/format';
import { ascending } from '#shared/lib/text';
import { hasBegun, type Session, sessionsOf } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { mostStored, type StoredSession, storeSessions } from '../../../lib/offline/stored-sessions.ts';
import { hasStoredTokens } from '../../../lib/sign-in/stored-tokens.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { addressAndDirections } from '../../../lib/venues.ts';

export type ShownBooking = BookingDetails & Pick<MyBooking, 'moved_from_date' | 'earlier_times'>;

export interface ShownSession {
  readonly session: Session;
  readonly slot: Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>;
}

const findSessions = (booking: ShownBooking): readonly ShownSession[] => {
  const { time_slot: slot, moved_from_date, earlier_times } = booking;
  const movedFrom = sessionsOf(slot.class, slot)
    .filter(({ date, state }) => date === moved_from_date && state === 'cancelled')
    .map((session) => ({ session, slot }));
  const booked = sessionsWithSlots<ShownSession['slot']>(slot.class, booking, [slot, ...earlier_times]);
  return [...movedFrom, ...booked].toSorted((one, other) => ascending(one.session.date, other.session.date));
};

const found = new WeakMap<ShownBooking, readonly ShownSession[]>();

/** Ascending, with cancelled and make-up sessions (CAN-13). They are computed once for each booking that was read. */
export const shownSessions = (booking: ShownBooking): readonly ShownSession[] => {
  const known = found.get(booking) ?? findSessions(booking);
  found.set(booking, known);
  return known;
};

export interface BookedSession extends ShownSession {
  readonly booking: ShownBooking;
}

interface NextSessions {
  readonly next: BookedSession | null;
  /** The cancelled sessions of today and later before the next one (CAN-13). */
  readonly cancelled: readonly BookedSession[];
}

const startOf = ({ session, slot }: BookedSession): string => `${session.date}T${slot.start_time}`;

const sessionsFrom = (bookings: readonly ShownBooking[], { today }: BusinessMoment): BookedSession[] =>
  bookings
    .flatMap((booking) =>
      shownSessions(booking)
        .filter(({ session }) => session.date >= today)
        .map(({ session, slot }) => ({ booking, session, slot })),
    )
    .toSorted((one, other) => ascending(startOf(one), startOf(other)));

const isToCome = ({ session, slot }: BookedSession, moment: BusinessMoment): boolean =>
  session.state === 'on' && !hasBegun(session.date, slot, moment);

export const comingSessions = (bookings: readonly ShownBooking[], moment: BusinessMoment): BookedSession[] =>
  sessionsFrom(bookings, moment).filter((session) => isToCome(session, moment));

export const nextSessions = (bookings: readonly ShownBooking[], moment: BusinessMoment): NextSessions => {
  const sessions = sessionsFrom(bookings, moment);
  const at = sessions.findIndex((session) => isToCome(session, moment));
  const before = at < 0 ? sessions : sessions.slice(0, at);
  return {
    next: sessions[at] ?? null,
    cancelled: before.filter(({ session }) => session.state === 'cancelled'),
  };
};

export const laterThisWeek = (bookings: readonly ShownBooking[], moment: BusinessMoment): BookedSession[] =>
  comingSessions(bookings, moment)
    .slice(1)
    .filter(({ session }) => session.date < addDays(moment.today, 7));

const toStored = ({
  booking: { child_name, time_slot },
  session: { date },
  slot,
}: BookedSession): StoredSession => ({
  date,
  day: formatLongDate(date),
  time: formatTimeRange(slot),
  child: firstNameOf(child_name),
  program: classTypeName(time_slot.class.class_type),
  venue: `${time_slot.class.venue}, ${addressAndDirections(time_slot.class.venue_details)}`,
});

export const useOfflineSessions = (bookings: readonly ShownBooking[]): void => {
  const moment = useBusinessNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is another object in each render
  useEffect(() => {
    // Bookings that arrive while a session ends are rendered once more.
    if (hasStoredTokens()) storeSessions(comingSessions(bookings, moment).slice(0, mostStored).map(toStored));
  }, [bookings, moment.today]);
};
