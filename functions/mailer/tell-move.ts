import { sessionsToCome } from '#shared/domain/sessions/booked-sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import type { StoredBooking } from '../data/bookings/bookings.ts';
import type { LastMove } from '../data/bookings/last-move.ts';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import { bookingMovedEmail } from '../lib/email/templates/booking-moved.ts';
import { log } from '../log.ts';
import { readBookingToTell } from './booking-to-tell.ts';
import type { MailerDeps } from './deps.ts';

/**
 * Tells a family that its booking is in another slot, at most once for each move (MOV-07). A booking that was moved on, or
 * ended, is left to the email about that.
 * @throws what `sendOnce` throws
 */
export const tellMove = async (
  moved: StoredBooking,
  { at, from, credit }: LastMove,
  deps: MailerDeps,
): Promise<void> => {
  const mail = await readBookingToTell(moved, deps);
  if (typeof mail === 'string') {
    log.info('move.not-told', { booking: moved.id, reason: mail });
    return;
  }
  const { to, booking, earlier_slots } = mail;
  const { class: cls, ...slot } = booking.time_slot;
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const sessions = sessionsToCome(cls, booking, [slot, ...earlier_slots], moment);
  await sendOnce(
    {
      kind: 'move',
      subjectId: `${moved.id}#${at}`,
      causedAt: at,
      fields: { booking: moved.id },
      compose: () => ({
        to,
        account: booking.parent_id,
        ...bookingMovedEmail({ booking, cls, slot, from, credit, sessions }, deps.siteUrl),
      }),
    },
    deps,
  );
};
