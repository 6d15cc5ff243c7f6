import { auditEventPut } from '../data/audit/activity.ts';
import { findBooking } from '../data/bookings/month-bookings.ts';
import { changeBooking } from '../data/families/change-booking.ts';
import type { Operation } from '../http/create-handler.ts';
import { busy, problem } from '../http/problem-error.ts';
import { changedFields } from './changed-fields.ts';
import type { AdminDeps } from './deps.ts';

/** Corrects the child's name and age on a booking. Its price and dates do not change (PRM-09, API-16). */
export const updateBooking: Operation<'updateBooking', AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const booking = await findBooking(table, params.bookingId);
  if (!booking) throw problem('bookingNotFound');
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'booking.updated',
    subject_id: booking.id,
    class_id: booking.class_id,
    fields: changedFields(booking, body),
  });
  const { outcome } = await changeBooking(table, booking, body, [auditEvent]);
  switch (outcome) {
    case 'gone':
      throw problem('bookingNotFound');
    case 'exists':
      throw problem('alreadyBooked', { child: body.child_name });
    case 'busy':
      throw busy();
    case 'done':
      return { ...booking, ...body };
  }
};
