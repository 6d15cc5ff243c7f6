import { deletionNotePut, hasDeleted } from '../../data/attempts.ts';
import { auditEventPut } from '../../data/audit/activity.ts';
import { findBooking } from '../../data/bookings/month-bookings.ts';
import { endBooking } from '../../data/endings/end-booking.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Ends a booking as removed, with the chosen credit (PRM-09, API-17, DAT-16, END-09). The same attempt sent again answers
 * the same (END-13).
 * @throws ProblemError bookingNotFound, busy
 */
export const deleteBooking: Operation<'deleteBooking', AdminDeps> = async (
  { caller, params, query, idempotencyKey },
  deps,
) => {
  const { table, clock } = deps;
  const booking = await findBooking(table, params.bookingId);
  const now = clock();
  const attempt = { by: caller.userId, key: idempotencyKey, now };
  if (!booking) {
    if (await hasDeleted(table, attempt, params.bookingId)) return;
    throw problem('bookingNotFound');
  }
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'booking.deleted',
    subject_id: booking.id,
    class_id: booking.class_id,
  });
  const result = await endBooking(deps, booking, {
    ending: { reason: 'removed', credit: query.credit },
    by: 'admin',
    made_by: caller.userId,
    tell: query.tell === 'yes',
    extraWrites: () => [auditEvent, deletionNotePut(table, attempt, booking.id)],
  });
  if (result.outcome === 'gone') throw problem('bookingNotFound');
  if (result.outcome === 'busy') throw busy();
};
