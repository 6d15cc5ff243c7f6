import { auditEventPut } from '../../data/audit/activity.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import * as moves from '../../lib/moves/move-booking.ts';
import type { AdminDeps } from '../deps.ts';

/** Moves the booking of a family by the rules of the family's own moves (MOV-06). @throws ProblemError as those do */
export const moveBooking: Operation<'moveBooking', AdminDeps> = (
  { caller, params, body, idempotencyKey },
  deps,
) => {
  const { booking, tell } = body;
  const auditEvent = auditEventPut(deps.table, deps.clock(), {
    actor_id: caller.userId,
    action: 'booking.moved',
    subject_id: params.bookingId,
    class_id: booking.class_id,
  });
  return moves.moveBooking(
    {
      booking: { ...booking, id: params.bookingId },
      order: body,
      attempt: idempotencyKey,
      by: 'admin',
      made_by: caller.userId,
      tell,
    },
    deps,
    [auditEvent],
  );
};
