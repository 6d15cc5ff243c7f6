import type { Booking } from '#shared/schemas/booking';
import { readPartsOfBooking } from '../data/families/booking-parts.ts';
import { sendOnce } from '../email/sending/send-once.ts';
import { bookingConfirmationEmail, type ConfirmedBooking } from '../email/templates/booking-confirmation.ts';
import { sendLeaseLifetimeSeconds } from '../limits.ts';
import { log } from '../log.ts';
import type { MailerDeps } from './deps.ts';

/**
 * A move to another slot of the class stores the booking under another key, which the stream reports as a new booking. The
 * send lease says whether it was confirmed; a booking older than leases are kept was.
 */
const isLongConfirmed = ({ created_at }: Booking, now: Date): boolean =>
  now.getTime() - new Date(created_at).getTime() > sendLeaseLifetimeSeconds * 1000;

interface Confirmation {
  readonly to: string;
  readonly booking: ConfirmedBooking;
}

type SkipReason = 'booking-gone' | 'class-gone' | 'account-gone' | 'no-email' | 'email-problem';

/** The confirmation to send, or why none is sent. */
const toConfirmation = (
  created: Booking,
  { booking, class: cls, time_slot, parent }: Awaited<ReturnType<typeof readPartsOfBooking>>,
): Confirmation | SkipReason => {
  // The key of a deleted booking is used again when the child is booked again: that booking has its own confirmation.
  if (booking?.id !== created.id) return 'booking-gone';
  if (!cls || !time_slot) return 'class-gone';
  if (!parent) return 'account-gone';
  if (parent.email === '') return 'no-email';
  if (parent.email_problem) return 'email-problem';
  return { to: parent.email, booking: { ...booking, time_slot: { ...time_slot, class: cls } } };
};

/**
 * Sends the confirmation of a new booking, at most once (API-37).
 * @throws what `sendOnce` throws
 */
export const confirmBooking = async (created: Booking, deps: MailerDeps): Promise<void> => {
  const confirmation = isLongConfirmed(created, deps.clock())
    ? 'confirmed-long-ago'
    : toConfirmation(created, await readPartsOfBooking(deps.table, created));
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
