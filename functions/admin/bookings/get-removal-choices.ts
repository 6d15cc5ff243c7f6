import { findBooking } from '../../data/bookings/month-bookings.ts';
import { quoteLive, readBookingOrRecord } from '../../data/endings/end-booking.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** What may be credited when a booking is removed now (END-09). @throws ProblemError bookingNotFound */
export const getRemovalChoices: Operation<'getRemovalChoices', AdminDeps> = async ({ params }, deps) => {
  const booking = await findBooking(deps.table, params.bookingId);
  const { live } = booking ? await readBookingOrRecord(deps.table, booking) : {};
  if (!live) throw problem('bookingNotFound');
  const creditOf = (credit: 'charge' | 'sessions' | 'nothing') =>
    quoteLive(live, { reason: 'removed', credit }, deps).credit;
  return { charge: creditOf('charge'), sessions: creditOf('sessions'), nothing: creditOf('nothing') };
};
