import type { StoredEndedBooking } from '../data/bookings/ended-bookings.ts';
import { getActiveProfile } from '../data/families/profiles.ts';
import { sendOnce } from '../email/sending/send-once.ts';
import { bookingEndedEmail } from '../email/templates/booking-ended.ts';
import { log } from '../log.ts';
import type { MailerDeps } from './deps.ts';

/**
 * Tells a family that a booking ended, at most once, where it is to be told (END-08).
 * @throws what `sendOnce` throws
 */
export const tellEnding = async (record: StoredEndedBooking, deps: MailerDeps): Promise<void> => {
  if (!record.tell) return;
  const parent = await getActiveProfile(deps.table, record.parent_id);
  if (!parent || parent.email === '' || parent.email_problem) {
    log.info('ending-email.not-needed', { booking: record.id, reason: parent ? 'no-mail' : 'account-gone' });
    return;
  }
  const email = bookingEndedEmail(record, deps.siteUrl);
  await sendOnce(
    {
      kind: 'ending',
      subjectId: record.id,
      fields: { booking: record.id },
      compose: () => ({ to: parent.email, account: record.parent_id, ...email }),
    },
    deps,
  );
};
