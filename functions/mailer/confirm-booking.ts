import type { Booking } from '#shared/schemas/booking';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import { bookingConfirmationEmail } from '../lib/email/templates/booking-confirmation.ts';
import { sendLeaseLifetimeSeconds } from '../limits.ts';
import { log } from '../log.ts';
import { readBookingToTell } from './booking-to-tell.ts';
import type { MailerDeps } from './deps.ts';

/**
 * A move within a class stores the booking under another key, which the stream reports as a new booking. The send lease
 * says whether it was confirmed; a booking older than leases are kept was.
 */
const isLongConfirmed = ({ created_at }: Booking, now: Date): boolean =>
  now.getTime() - new Date(created_at).getTime() > sendLeaseLifetimeSeconds * 1000;

/**
 * Sends the confirmation of a new booking, at most once (API-37).
 * @throws what `sendOnce` throws
 */
export const confirmBooking = async (created: Booking, deps: MailerDeps): Promise<void> => {
  const confirmation = isLongConfirmed(created, deps.clock())
    ? 'confirmed-long-ago'
    : await readBookingToTell(created, deps);
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
      fields: { booking: booking.id },
      compose: () => ({ to, account: booking.parent_id, ...email }),
    },
    deps,
  );
};
