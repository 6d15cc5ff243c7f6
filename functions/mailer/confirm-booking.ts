import type { Booking } from '#shared/schemas/booking';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import { bookingConfirmationEmail } from '../lib/email/templates/booking-confirmation.ts';
import { log } from '../log.ts';
import { readBookingToTell } from './booking-to-tell.ts';
import type { MailerDeps } from './deps.ts';

/**
 * Sends the confirmation of a new booking, at most once (API-37). A move within a class stores the booking under another
 * key, which the stream reports as a new booking: the send lease says that it was confirmed, or its age.
 * @throws what `sendOnce` throws
 */
export const confirmBooking = async (created: Booking, deps: MailerDeps): Promise<void> => {
  const confirmation = await readBookingToTell(created, deps);
  if (typeof confirmation === 'string') {
    log.info('confirmation.not-needed', { booking: created.id, reason: confirmation });
    return;
  }
  const { to, booking } = confirmation;
  const email = bookingConfirmationEmail(booking, { url: deps.siteUrl, timeZone: deps.timeZone });
  await sendOnce(
    {
      kind: 'confirmation',
      subjectId: booking.id,
      causedAt: created.created_at,
      fields: { booking: booking.id },
      compose: () => ({ to, account: booking.parent_id, ...email }),
    },
    deps,
  );
};
