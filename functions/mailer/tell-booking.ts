import type { StoredBooking } from '../data/bookings/bookings.ts';
import { confirmBooking } from './confirm-booking.ts';
import type { MailerDeps } from './deps.ts';
import { tellMove } from './tell-move.ts';

/**
 * Tells a family about a booking that was stored: it is confirmed, unless it follows one of another class, and where it was
 * moved, the email about the move is sent (API-37, MOV-07). Where the confirmation fails, the email about the move is tried
 * all the same: an unknown outcome of one email does not hold back the other.
 * @throws what sending throws
 */
export const tellBooking = async (booking: StoredBooking, deps: MailerDeps): Promise<void> => {
  const { last_move, moved_from } = booking;
  try {
    if (moved_from === undefined) await confirmBooking(booking, deps);
  } finally {
    if (last_move?.tell) await tellMove(booking, last_move, deps);
  }
};
