import { bookingEntity } from '#functions/data/bookings/bookings';
import { mailRequestEntity } from '#functions/data/mail/mail-requests';

/** How the table's stream feeds the mailer, in the cloud and in the local stack alike. */
export const streamSettings = {
  /** Records that the mailer receives: items of these entities, put for the first time. */
  filter: { eventName: 'INSERT', entities: [bookingEntity, mailRequestEntity] },
  /** Small, so that one slow message delays few others. Sending ten takes about a second. */
  batchSize: 10,
  /** After these a record is parked, so that it does not block the ones behind it. */
  retryAttempts: 8,
  /** Records older than this are parked at once: DynamoDB drops them from the stream after 24 hours. */
  maxRecordAgeSeconds: 6 * 60 * 60,
} as const;
