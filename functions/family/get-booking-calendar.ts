import { businessMoment } from '#shared/domain/time/business-time';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { readBookedSlots } from '../data/views/booked-slots.ts';
import { sessionCalendar } from '../lib/calendars/session-calendar.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

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
