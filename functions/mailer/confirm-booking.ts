import type { Booking } from '#shared/schemas/booking';
import { bookingConfirmationEmail } from '../email/booking-confirmation.ts';
import { EmailError } from '../email/email-error.ts';
import { sendEmail } from '../email/send.ts';
import { log } from '../log.ts';
import { type Claim, releaseClaim, settleClaim, takeClaim } from './claim.ts';
import type { MailerDeps } from './deps.ts';
import { readConfirmation } from './read-confirmation.ts';

/** A confirmation of which nobody knows whether it went out, or that another delivery is just sending. */
class ConfirmationTakenError extends Error {
  override readonly name = 'ConfirmationTakenError';
}

/** The message is out: that it could not be noted must not have it reported as failed. */
const noteSent = async (claim: Claim, messageId: string, { table }: MailerDeps): Promise<void> => {
  const fields = { booking: claim.bookingId, message: messageId };
  try {
    await settleClaim(table, claim, messageId);
    log.info('confirmation.sent', fields);
  } catch (error) {
    log.error('confirmation.sent-but-not-noted', error, fields);
  }
};

/**
 * Sends the confirmation of a new booking, at most once however often it is called (API-37). The cases are thought
 * through in docs/decisions/0002-confirmation-email.md.
 * @throws EmailError when sending failed; ConfirmationTakenError when it must not be tried
 */
export const confirmBooking = async (created: Booking, deps: MailerDeps): Promise<void> => {
  const confirmation = await readConfirmation(deps.table, created);
  if ('nothing' in confirmation) {
    log.info('confirmation.not-needed', { booking: created.id, reason: confirmation.nothing });
    return;
  }
  const { to, booking } = confirmation;
  const email = bookingConfirmationEmail(booking, { url: deps.siteUrl, timeZone: deps.timeZone });
  const answer = await takeClaim(deps.table, booking.id, deps.clock());
  if (answer.state === 'sent') {
    log.info('confirmation.sent-before', { booking: booking.id });
    return;
  }
  if (answer.state === 'taken') throw new ConfirmationTakenError('Claimed by another delivery');
  let messageId: string;
  try {
    messageId = await sendEmail({ to, ...email }, deps.mail);
  } catch (error) {
    if (error instanceof EmailError && error.outcome === 'not-sent')
      await releaseClaim(deps.table, answer.claim);
    throw error;
  }
  await noteSent(answer.claim, messageId, deps);
};
