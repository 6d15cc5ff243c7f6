import { businessMoment } from '#shared/domain/time/business-time';
import type { Booking } from '#shared/schemas/booking';
import type { UserId } from '#shared/schemas/ids';
import { dueOfLedger } from '../data/ledger/due-plans.ts';
import { getFamilyLedger } from '../data/ledger/family-ledger.ts';
import { readSettings } from '../data/settings/settings.ts';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import { bookingConfirmationEmail, type PayableNow } from '../lib/email/templates/booking-confirmation.ts';
import { log } from '../log.ts';
import { readBookingToTell } from './booking-to-tell.ts';
import type { MailerDeps } from './deps.ts';

/** What a family pays by the school's link, if there is one: the settings, and only with a link the ledger. */
const readPayable = async (
  parentId: UserId,
  { table, clock, timeZone }: MailerDeps,
): Promise<PayableNow | undefined> => {
  const { payment_link: link } = await readSettings(table);
  const ledger = link ? await getFamilyLedger(table, parentId, { consistent: true }) : undefined;
  if (!ledger) return undefined;
  const { due } = dueOfLedger(ledger, businessMoment(clock(), timeZone).today);
  return { link, owed: { reference: ledger.reference ?? null, due } };
};

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
  const site = { url: deps.siteUrl, timeZone: deps.timeZone };
  const email = bookingConfirmationEmail(booking, site, await readPayable(booking.parent_id, deps));
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
