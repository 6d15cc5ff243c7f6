import { businessMoment } from '#shared/domain/time/business-time';
import type { Booking } from '#shared/schemas/booking';
import type { UserId } from '#shared/schemas/ids';
import { readBookingsOfChildren, type StoredBooking } from '../data/bookings/bookings.ts';
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

/** A new booking, or the full programme that a kept trial became. */
type Created = Booking & Partial<Pick<StoredBooking, 'idempotency_key' | 'confirms' | 'confirmed_by'>>;

/** Those of the bookings of one press that are still there, in their order (BSK-03). */
const readTogether = async (
  { confirms = [], idempotency_key, ...created }: Created,
  { table }: MailerDeps,
): Promise<StoredBooking[]> => {
  const bookings = await readBookingsOfChildren(table, created, [created.child_id, ...confirms]);
  return bookings.filter((booking) => booking.idempotency_key === idempotency_key);
};

/**
 * Sends the confirmation of a new booking, at most once (API-37). With siblings who were booked in one press it is one email,
 * which the booking of the first child causes, also where that one has ended by then (BSK-03). A move within a class stores the booking under another
 * key, which the stream reports as a new booking: the send lease says that it was confirmed, or its age.
 * @throws what `sendOnce` throws
 */
export const confirmBooking = async (created: Created, deps: MailerDeps): Promise<void> => {
  if (created.confirmed_by) return;
  const [first = created, ...siblings] = created.confirms ? await readTogether(created, deps) : [];
  const confirmation = await readBookingToTell(first, deps);
  if (typeof confirmation === 'string') {
    log.info('confirmation.not-needed', { booking: created.id, reason: confirmation });
    return;
  }
  const { to, booking } = confirmation;
  const site = { url: deps.siteUrl, timeZone: deps.timeZone };
  const payable = await readPayable(booking.parent_id, deps);
  const email = bookingConfirmationEmail(booking, site, payable, siblings);
  await sendOnce(
    {
      kind: 'confirmation',
      subjectId: created.id,
      causedAt: created.created_at,
      fields: { booking: created.id },
      compose: () => ({ to, account: booking.parent_id, ...email }),
    },
    deps,
  );
};
