import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { bookingEntity, bookingFromItem } from '../data/bookings/bookings.ts';
import { entityAttribute } from '../data/dynamo/table.ts';
import { mailRequestEntity, mailRequestFromItem } from '../data/mail/mail-requests.ts';
import { log } from '../log.ts';
import { answerMailRequest } from './answer-mail-request.ts';
import { confirmBooking } from './confirm-booking.ts';
import type { MailerDeps } from './deps.ts';

type Item = Record<string, unknown>;

/** What is to be done about a new item of an entity, and what the log calls it. */
const streamHandlers = new Map<
  unknown,
  { name: string; handle: (item: Item, deps: MailerDeps) => Promise<void> }
>([
  [
    bookingEntity,
    { name: 'confirmation', handle: (item, deps) => confirmBooking(bookingFromItem(item), deps) },
  ],
  [
    mailRequestEntity,
    { name: 'account-email', handle: (item, deps) => answerMailRequest(mailRequestFromItem(item), deps) },
  ],
]);

/** The item whose creation a record tells of; undefined for any other record. */
const newItem = ({ eventName, dynamodb }: DynamoDBRecord): Item | undefined => {
  const image = dynamodb?.NewImage;
  if (eventName !== 'INSERT' || !image) return undefined;
  // Lambda's type and the SDK's describe the same JSON; they differ in binary values, which no item has.
  return unmarshall(image as Record<string, AttributeValue>);
};

const sequenceNumberOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

/** Whether a record is done with. */
const isDone = async (record: DynamoDBRecord, deps: MailerDeps): Promise<boolean> => {
  const item = newItem(record);
  const entry = streamHandlers.get(item?.[entityAttribute]);
  if (!item || !entry) return true;
  try {
    await entry.handle(item, deps);
    return true;
  } catch (error) {
    log.error(`${entry.name}.failed`, error, {
      item: String(item.id),
      sequenceNumber: sequenceNumberOf(record),
    });
    return false;
  }
};

/**
 * Sends what the new items among a batch of the table's stream ask for, all at once, so that a slow one delays no
 * other.
 * @returns the records to deliver again. Lambda starts over at the first of them and gives those behind it a second
 *   time: their leases know that they are done.
 */
export const handleRecords = async (
  records: readonly DynamoDBRecord[],
  deps: MailerDeps,
): Promise<DynamoDBBatchResponse> => {
  const done = await Promise.all(records.map((record) => isDone(record, deps)));
  return {
    batchItemFailures: records
      .filter((_, index) => !done[index])
      .map((record) => ({ itemIdentifier: sequenceNumberOf(record) })),
  };
};
