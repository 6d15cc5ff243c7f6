import { bookingEntity } from '#functions/data/bookings/bookings';
import { endedBookingEntity } from '#functions/data/bookings/ended-bookings';
import { slotEntity } from '#functions/data/classes/classes';
import { ledgerEntryEntity } from '#functions/data/ledger/entries';
import { asideAgainEntity } from '#functions/data/mail/aside-mails';
import { mailRequestEntity } from '#functions/data/mail/mail-requests';
import { messageEntity } from '#functions/data/messages/messages';
import { wakeEntity } from '#functions/data/messages/wake';
import { offerEntity } from '#functions/data/waiting/stored-offer';
import { waitingEntryEntity } from '#functions/data/waiting/waiting-entries';
import { waitingMailEntity } from '#functions/data/waiting/waiting-mails';

/** How the table's stream feeds a function, in the cloud and in the local stack alike. */
export interface StreamSettings {
  /** Records that the function receives: items of these entities, put for the first time. */
  readonly filter: { readonly eventName: 'INSERT'; readonly entities: readonly string[] };
  /** Records that it receives as well: items of these entities that were changed and are due. */
  readonly dueEntities?: readonly string[];
  readonly batchSize: number;
  /** After these a record is parked, so that it does not block the ones behind it. */
  readonly retryAttempts: number;
  /** Records older than this are parked at once: DynamoDB drops them from the stream after 24 hours. */
  readonly maxRecordAgeSeconds: number;
}

/** The mailer's part of the stream. */
export const mailerStreamSettings = {
  filter: {
    eventName: 'INSERT',
    entities: [
      bookingEntity,
      endedBookingEntity,
      ledgerEntryEntity,
      mailRequestEntity,
      waitingEntryEntity,
      offerEntity,
      waitingMailEntity,
      asideAgainEntity,
    ],
  },
  /** Small, so that one slow message delays few others. Sending ten takes about a second. */
  batchSize: 10,
  retryAttempts: 8,
  maxRecordAgeSeconds: 6 * 60 * 60,
} as const satisfies StreamSettings;

/** The messenger's part. */
export const messengerStreamSettings = {
  filter: { eventName: 'INSERT', entities: [messageEntity, wakeEntity] },
  /** A slot with a kept place: its waiting list is asked at once. */
  dueEntities: [slotEntity],
  batchSize: 10,
  /** Few: a message that fails is resumed by the timer, which asks waiting lists as well. */
  retryAttempts: 2,
  maxRecordAgeSeconds: 6 * 60 * 60,
} as const satisfies StreamSettings;
