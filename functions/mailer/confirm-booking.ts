import type { Booking } from '#shared/schemas/booking';
import { confirmationLeaseKey } from '../data/dynamo/keys.ts';
import { sendLeaseLifetimeSeconds } from '../data/mail/send-lease.ts';
import { bookingConfirmationEmail } from '../email/booking-confirmation.ts';
import { log } from '../log.ts';
import type { MailerDeps } from './deps.ts';
import { readConfirmation } from './read-confirmation.ts';
import { sendOnce } from './send-once.ts';

/**
 * A correction of the child's name stores a booking under another key: to the stream, that is a new one. Its lease tells
 * that it was confirmed; a booking older than leases last is not confirmed at all.
 */
const isLongConfirmed = ({ created_at }: Booking, now: Date): boolean =>
  now.getTime() - new Date(created_at).getTime() > sendLeaseLifetimeSeconds * 1000;

/**
 * Sends the confirmation of a new booking, at most once (API-37).
 * @throws what `sendOnce` throws
 */
export const confirmBooking = async (created: Booking, deps: MailerDeps): Promise<void> => {
  if (isLongConfirmed(created, deps.clock())) {
    log.info('confirmation.not-needed', { booking: created.id, reason: 'confirmed-long-ago' });
    return;
  }
  const confirmation = await readConfirmation(deps.table, created);
  if ('nothing' in confirmation) {
    log.info('confirmation.not-needed', { booking: created.id, reason: confirmation.nothing });
    return;
  }
  const { to, booking } = confirmation;
  const email = bookingConfirmationEmail(booking, { url: deps.siteUrl, timeZone: deps.timeZone });
  await sendOnce(
    {
      leaseKey: confirmationLeaseKey(booking.id),
      name: 'confirmation',
      fields: { booking: booking.id },
      compose: () => ({ to, account: booking.parent_id, ...email }),
    },
    deps,
  );
};
