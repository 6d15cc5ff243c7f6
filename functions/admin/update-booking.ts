import { auditEventPut } from '../data/audit/activity.ts';
import { changeBooking } from '../data/bookings/change-booking.ts';
import { findBooking } from '../data/bookings/month-bookings.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/** Corrects the child's name and age on a booking; what was agreed otherwise stays (PRM-09, API-16). */
export const updateBooking: Operation<'updateBooking', AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const booking = await findBooking(table, params.bookingId);
  if (!booking) throw problem('bookingNotFound');
  const log = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'booking.updated',
    subject_id: booking.id,
    class_id: booking.class_id,
    fields: Object.entries(body)
      .filter(([name, value]) => Reflect.get(booking, name) !== value)
      .map(([name]) => name),
  });
  const { outcome } = await changeBooking(table, booking, body, [log]);
  switch (outcome) {
    case 'gone':
      throw problem('bookingNotFound');
    case 'exists':
      throw problem('alreadyBooked', { child: body.child_name });
    case 'busy':
      throw problem('busy', {}, { retryAfter: 1 });
    case 'done':
      return { ...booking, ...body };
  }
};
