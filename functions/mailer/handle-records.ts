import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { bookingEntity, bookingFromItem } from '../data/bookings/bookings.ts';
import { endedBookingEntity, endedBookingFromItem } from '../data/bookings/ended-bookings.ts';
import { ledgerEntryEntity, receiptedPaymentFromItem } from '../data/ledger/entries.ts';
import { mailRequestEntity, mailRequestFromItem } from '../data/mail/mail-requests.ts';
import { readNewItem, type StreamedItem } from '../data/stream.ts';
import { offerEntity, offerFromItem } from '../data/waiting/stored-offer.ts';
import { entryFromItem, waitingEntryEntity } from '../data/waiting/waiting-entries.ts';
import { waitingMailEntity, waitingMailFromItem } from '../data/waiting/waiting-mails.ts';
import { batchSplit, log } from '../log.ts';
import { answerMailRequest } from './answer-mail-request.ts';
import type { MailerDeps } from './deps.ts';
import { mailJoined, mailOffer, mailWaiting } from './mail-waiting.ts';
import { sendReceipt } from './send-receipt.ts';
import { tellBooking } from './tell-booking.ts';
import { tellEnded } from './tell-ended.ts';

interface StreamHandler {
  /** What the log calls it. */
  readonly name: string;
  readonly handle: (item: StreamedItem['item'], deps: MailerDeps) => Promise<void>;
}

/** What a new item of an entity causes. */
const streamHandlers = new Map<unknown, StreamHandler>([
  [bookingEntity, { name: 'confirmation', handle: (item, deps) => tellBooking(bookingFromItem(item), deps) }],
  [
    ledgerEntryEntity,
    {
      name: 'receipt',
      handle: async (item, deps) => {
        const receipted = receiptedPaymentFromItem(item);
        if (receipted) await sendReceipt(receipted, deps);
      },
    },
  ],
  [
    endedBookingEntity,
    { name: 'ending-email', handle: (item, deps) => tellEnded(endedBookingFromItem(item), deps) },
  ],
  [
    mailRequestEntity,
    { name: 'account-email', handle: (item, deps) => answerMailRequest(mailRequestFromItem(item), deps) },
  ],
  [
    waitingEntryEntity,
    { name: 'waiting-email', handle: (item, deps) => mailJoined(entryFromItem(item), deps) },
  ],
  [offerEntity, { name: 'waiting-email', handle: (item, deps) => mailOffer(offerFromItem(item), deps) }],
  [
    waitingMailEntity,
    { name: 'waiting-email', handle: (item, deps) => mailWaiting(waitingMailFromItem(item), deps) },
  ],
]);

const sequenceNumberOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

/** Handles one record; false where that failed. */
const handleRecord = async (record: DynamoDBRecord, deps: MailerDeps): Promise<boolean> => {
  const { entity, item } = readNewItem(record) ?? {};
  const handler = streamHandlers.get(entity);
  if (!item || !handler) return true;
  try {
    await handler.handle(item, deps);
    return true;
  } catch (error) {
    log.error(`${handler.name}.failed`, error, {
      item: String(item.id),
      sequenceNumber: sequenceNumberOf(record),
    });
    return false;
  }
};

/** Fails the whole batch, so that Lambda delivers its halves one after the other. */
export class SplitBatchError extends Error {
  override readonly name = 'SplitBatchError';
}

/**
 * Sends the emails that the new items of a batch of stream records cause. All records are handled at once, so that a
 * slow one does not delay the others.
 * @returns the records to deliver again. Lambda delivers again from the first of them on, with the records behind it
 *   that succeeded: their send leases keep their emails from being sent twice.
 * @throws SplitBatchError where the first record failed and a later one did not: after the last retry Lambda parks the
 *   batch from the first failed record on, so the halves separate the failed record from those that are done
 */
export const handleRecords = async (
  records: readonly DynamoDBRecord[],
  deps: MailerDeps,
): Promise<DynamoDBBatchResponse> => {
  const handled = await Promise.all(records.map((record) => handleRecord(record, deps)));
  if (handled[0] === false && handled.includes(true)) {
    log.info(batchSplit, { records: records.length });
    throw new SplitBatchError('The first record failed, others are done');
  }
  return {
    batchItemFailures: records
      .filter((_, index) => !handled[index])
      .map((record) => ({ itemIdentifier: sequenceNumberOf(record) })),
  };
};
