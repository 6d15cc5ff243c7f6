import type { LinkedBookingRoutes } from '#shared/booking/links-routes';
import { businessMoment } from '#shared/lib/business-time';
import { readBookedSlots } from '../booking/booking-details.ts';
import { listBookingsOfParent } from '../booking/bookings.ts';
import type { LinksDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { countUse } from '../lib/uses.ts';
import { calendarFeedsPerHour } from '../limits.ts';
import { familyOfFeed } from './calendar-feeds.ts';
import { sessionCalendar } from './calendar-file.ts';

const perHour = { kind: 'feed', ...calendarFeedsPerHour } as const;

/**
 * All sessions of a family, for the calendars that know the secret of a member (ICS-02). Two round trips, and one more for
 * an account that acts for a family of another id. A wrong secret is answered
 * after the first, which is the same for families that have a feed, have none or do not exist, and is not counted: only
 * who knows the secret can use up the feed's requests.
 * @throws ProblemError notFound, tooManyRequests, busy
 */
export const getCalendarFeed: Operation<LinkedBookingRoutes['getCalendarFeed'], LinksDeps> = async (
  { params: { familyId, file } },
  { table, clock, timeZone },
) => {
  const [family, own] = await Promise.all([
    familyOfFeed(table, familyId, file.replace(/\.ics$/, '')),
    listBookingsOfParent(table, familyId),
  ]);
  if (!family) throw problem('notFound');
  const bookings = family === familyId ? own : await listBookingsOfParent(table, family);
  const now = clock();
  const [{ outcome: counted }, booked] = await Promise.all([
    countUse(table, [{ ...perHour, subject: familyId }], now),
    readBookedSlots(table, bookings),
  ]);
  if (counted === 'busy') throw busy();
  if (counted === 'limited') throw problem('tooManyRequests', {}, { retryAfter: perHour.periodSeconds });
  return sessionCalendar(booked, businessMoment(now, timeZone));
};
