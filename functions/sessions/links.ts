import type { LinkedBookingRoutes } from '#shared/booking/links-routes';
import { businessMoment } from '#shared/lib/business-time';
import { actsForFamily } from '../accounts/account-marks.ts';
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
 * Gives all sessions of a family to the calendars that know the secret of a member, while it is a member (ICS-02, FID-03).
 * Three round trips. A wrong secret is answered after the first, which is the same for accounts that have a feed, have none
 * or do not exist, and is not counted: only who knows the secret can use up the feed's requests.
 */
export const getCalendarFeed: Operation<LinkedBookingRoutes['getCalendarFeed'], LinksDeps> = async (
  { params: { userId, file } },
  { table, clock, timeZone },
) => {
  const familyId = await familyOfFeed(table, userId, file.replace(/\.ics$/, ''));
  if (!familyId) throw problem('notFound');
  const [isOfMember, bookings] = await Promise.all([
    actsForFamily(table, userId, familyId),
    listBookingsOfParent(table, familyId),
  ]);
  if (!isOfMember) throw problem('notFound');
  const now = clock();
  const [{ outcome: counted }, booked] = await Promise.all([
    countUse(table, [{ ...perHour, subject: userId }], now),
    readBookedSlots(table, bookings),
  ]);
  if (counted === 'busy') throw busy();
  if (counted === 'limited') throw problem('tooManyRequests', {}, { retryAfter: perHour.periodSeconds });
  return sessionCalendar(booked, businessMoment(now, timeZone));
};
