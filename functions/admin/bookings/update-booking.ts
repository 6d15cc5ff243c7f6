import { childNameKey } from '#shared/domain/children/child-name';
import { auditEventPut } from '../../data/audit/activity.ts';
import { listBookingsInSlot } from '../../data/bookings/bookings.ts';
import { findBooking } from '../../data/bookings/month-bookings.ts';
import { changeBooking } from '../../data/families/change-booking.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { changedFields } from '../changed-fields.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Corrects the child's name and age on a booking; nothing is stored or logged where both are the same. Its price and
 * dates do not change (PRM-09, API-16).
 */
export const updateBooking: Operation<'updateBooking', AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const found = await findBooking(table, params.bookingId);
  // One consistent read of the booking and of those that may have the name: the booking found before may be deleted by now.
  const inSlot = found ? await listBookingsInSlot(table, found.time_slot_id, found.parent_id) : [];
  const booking = inSlot.find(({ id }) => id === params.bookingId);
  if (!booking) throw problem('bookingNotFound');
  const change = { child_name: body.child_name, child_age: body.child_age ?? booking.child_age };
  const fields = changedFields(booking, change);
  if (fields.length === 0) return booking;
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'booking.updated',
    subject_id: booking.id,
    class_id: booking.class_id,
    fields,
  });
  const name = childNameKey(body.child_name);
  if (inSlot.some((other) => other.id !== booking.id && childNameKey(other.child_name) === name))
    throw problem('alreadyBooked', { child: body.child_name });
  switch (await changeBooking(table, booking, change, [auditEvent])) {
    case 'refused':
      throw problem('bookingNotFound');
    case 'too-many-names':
      throw problem('tooManyChildNames');
    case 'busy':
      throw busy();
    case 'done':
      return { ...booking, ...change };
  }
};
