import type { FamilyBookingRoutes } from '#shared/booking/routes';
import { businessMoment } from '#shared/lib/business-time';
import { instantOf } from '#shared/lib/values';
import { readBookedSlots } from '../booking/booking-details.ts';
import { listBookingsOfParent, type StoredBooking } from '../booking/bookings.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import { createFeed } from './calendar-feeds.ts';
import { sessionCalendar } from './calendar-file.ts';

export const createCalendarFeed: Operation<FamilyBookingRoutes['createCalendarFeed'], TimedDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const feed = await createFeed(table, caller, { ...body, at: instantOf(now) });
  switch (feed.outcome) {
    case 'created':
      return { path: `/api/calendars/${caller.userId}/${feed.secret}.ics` };
    case 'exists':
      throw problem('feedExists');
    case 'no-ledger':
      throw problem('profileNotFound');
    case 'limited':
      throw tooManyInHour('changes', now);
    case 'busy':
      throw busy();
  }
};

/** For ICS-01. The file has the sessions of all bookings of the same press (BSK-03). */
export const getBookingCalendar: Operation<FamilyBookingRoutes['getBookingCalendar'], TimedDeps> = async (
  { caller, params, query },
  { table, clock, timeZone },
) => {
  const bookings = await listBookingsOfParent(table, caller.familyId);
  const asked = bookings.find(({ id }) => id === params.bookingId);
  const isWanted = ({ id, idempotency_key }: StoredBooking) =>
    id === asked?.id || (query.siblings === 'included' && idempotency_key === asked?.idempotency_key);
  const booked = await readBookedSlots(table, bookings.filter(isWanted));
  if (booked.length === 0) throw problem('bookingNotFound');
  return sessionCalendar(booked, businessMoment(clock(), timeZone));
};
