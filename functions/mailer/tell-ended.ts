import type { StoredEndedBooking } from '../data/bookings/ended-bookings.ts';
import { confirmBooking } from './confirm-booking.ts';
import type { MailerDeps } from './deps.ts';
import { tellEnding } from './tell-ending.ts';

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
