import { businessMoment } from '#shared/domain/business-time';
import { sessionCalendar } from '../calendars/session-calendar.ts';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { readBookedSlots } from '../data/families/booked-slots.ts';
import { isFeedSecret } from '../data/feeds/calendar-feeds.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { LinksDeps } from './deps.ts';

/**
 * All sessions of a family, for the calendars that know its secret (ICS-02). Two round trips. A wrong secret is answered
 * after the first, which is the same for families that have a feed, have none or do not exist.
 * @throws ProblemError notFound
 */
export const getCalendarFeed: Operation<'getCalendarFeed', LinksDeps> = async (
  { params: { familyId, file } },
  { table, clock, timeZone },
) => {
  const [isKnown, bookings] = await Promise.all([
    isFeedSecret(table, familyId, file.replace(/\.ics$/, '')),
    listBookingsOfParent(table, familyId),
  ]);
  if (!isKnown) throw problem('notFound');
  return sessionCalendar(await readBookedSlots(table, bookings), businessMoment(clock(), timeZone));
};
