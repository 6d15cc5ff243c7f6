import type { Operation } from '../lib/http/create-handler.ts';
import { moveBooking } from '../lib/moves/move-booking.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** Moves a booking of the caller's family (MOV-01 to MOV-05). @throws ProblemError as `moveBooking` does */
export const moveMyBooking: Operation<'moveMyBooking', TimedDeps> = (
  { caller, params, body, idempotencyKey },
  deps,
) =>
  moveBooking(
    {
      booking: { ...body.booking, id: params.bookingId, parent_id: caller.userId },
      order: body,
      attempt: idempotencyKey,
      by: 'parent',
      tell: true,
    },
    deps,
  );
