import { businessMoment } from '#shared/domain/time/business-time';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { createFeed } from '../data/feeds/calendar-feeds.ts';
import { readBookedSlots } from '../data/views/booked-slots.ts';
import { sessionCalendar } from '../lib/calendars/session-calendar.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Gives the caller's family the address of its calendar feed, which is shown this once (ICS-02).
 * @throws ProblemError feedExists, profileNotFound, busy
 */
export const createCalendarFeed: Operation<'createCalendarFeed', TimedDeps> = async (
  { caller, body },
  { table },
) => {
  const feed = await createFeed(table, caller.userId, body);
  switch (feed.outcome) {
    case 'created':
      return { path: `/api/calendars/${caller.userId}/${feed.secret}.ics` };
    case 'exists':
      throw problem('feedExists');
    case 'no-profile':
      throw problem('profileNotFound');
    case 'busy':
      throw busy();
  }
};

/** The sessions of one of the caller's bookings as a calendar file (ICS-01). @throws ProblemError bookingNotFound */
export const getBookingCalendar: Operation<'getBookingCalendar', TimedDeps> = async (
  { caller, params },
  { table, clock, timeZone },
) => {
  const bookings = await listBookingsOfParent(table, caller.userId);
  const booked = await readBookedSlots(
    table,
    bookings.filter(({ id }) => id === params.bookingId),
  );
  if (booked.length === 0) throw problem('bookingNotFound');
  return sessionCalendar(booked, businessMoment(clock(), timeZone));
};
