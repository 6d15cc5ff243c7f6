import type { StoredEndedBooking } from '../data/bookings/ended-bookings.ts';
import { readPartsOfBooking } from '../data/joins/booking-parts.ts';
import { noMailReason } from '../lib/email/no-mail-reason.ts';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import { bookingEndedEmail } from '../lib/email/templates/booking-ended.ts';
import { log } from '../log.ts';
import { confirmBooking } from './confirm-booking.ts';
import type { MailerDeps } from './deps.ts';

/**
 * Tells a family that a booking ended, at most once, where it is to be told (END-08).
 * @throws what `sendOnce` throws
 */
const tellEnding = async (record: StoredEndedBooking, deps: MailerDeps): Promise<void> => {
  if (!record.tell) return;
  const { class: cls, parent } = await readPartsOfBooking(deps.table, record);
  const reason = parent ? noMailReason(parent) : 'account-gone';
  if (!parent || reason) {
    log.info('ending-email.not-needed', { booking: record.id, reason });
    return;
  }
  const email = bookingEndedEmail(record, cls, deps.siteUrl);
  await sendOnce(
    {
      kind: 'ending',
      subjectId: record.id,
      causedAt: record.ended.at,
      fields: { booking: record.id },
      compose: () => ({ to: parent.email, account: record.parent_id, ...email }),
    },
    deps,
  );
};

/**
 * Tells a family about the record of a booking. Of a trial that was kept, the full programme is confirmed: it took the
 * trial's item, so that the stream reports no new booking (TRI-02).
 * @throws what sending throws
 */
export const tellEnded = async (record: StoredEndedBooking, deps: MailerDeps): Promise<void> => {
  const { ended, moved_to, tell } = record;
  if (ended.reason !== 'upgraded') await tellEnding(record, deps);
  else if (tell && moved_to) await confirmBooking({ ...record, id: moved_to, created_at: ended.at }, deps);
};
