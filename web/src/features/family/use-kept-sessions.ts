import { useEffect } from 'react';
import { firstNameOf } from '#shared/domain/children/first-name';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import { keepSessions, type StoredSession } from '../../lib/offline/stored-sessions.ts';
import { hasStoredTokens } from '../../lib/sign-in/stored-tokens.ts';
import { useBusinessNow } from '../../lib/time/today.ts';
import { addressAndDirections } from '../../lib/venue-map.ts';
import { type BookedSession, comingSessions } from './next-session.ts';
import type { ShownBooking } from './shown-sessions.ts';

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

/** Keeps the coming sessions for the offline page, each time that the bookings are read. */
export const useKeptSessions = (bookings: readonly ShownBooking[]): void => {
  const moment = useBusinessNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is another object in each render
  useEffect(() => {
    // Bookings that arrive while a session ends are rendered once more.
    if (hasStoredTokens()) keepSessions(comingSessions(bookings, moment).map(toStored));
  }, [bookings, moment.today]);
};
