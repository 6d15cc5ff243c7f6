import { bookingEntity } from '#functions/data/bookings/bookings';
import { mailRequestEntity } from '#functions/data/mail/mail-requests';

/** How the table's stream feeds the mailer, in the cloud and in the local stack alike. */
export const streamSettings = {
  /** What the mailer is given: an item put for the first time, of one of these entities. */
  filter: { eventName: 'INSERT', entities: [bookingEntity, mailRequestEntity] },
  /** Small, so that one slow message holds up few others; sending ten takes about a second. */
  batchSize: 10,
  /** After these a record is parked for a person, so that it cannot hold up the ones behind it. */
  retryAttempts: 8,
  /** Records older than this are parked at once: DynamoDB drops them from the stream after 24 hours. */
  maxRecordAgeSeconds: 6 * 60 * 60,
} as const;
