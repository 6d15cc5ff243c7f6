import { auditEventPut } from '../data/audit/activity.ts';
import * as bookings from '../data/bookings/delete-booking.ts';
import { findBooking } from '../data/bookings/month-bookings.ts';
import type { Operation } from '../http/create-handler.ts';
import { busy, problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/** Deletes a booking and frees its place in the same transaction (PRM-09, API-17, DAT-16). */
export const deleteBooking: Operation<'deleteBooking', AdminDeps> = async (
  { caller, params },
  { table, clock },
) => {
  const booking = await findBooking(table, params.bookingId);
  if (!booking) throw problem('bookingNotFound');
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'booking.deleted',
    subject_id: booking.id,
    class_id: booking.class_id,
  });
  const outcome = await bookings.deleteBooking(table, booking, [auditEvent]);
  if (outcome === 'gone') throw problem('bookingNotFound');
  if (outcome === 'busy') throw busy();
};
