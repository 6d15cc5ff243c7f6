import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { Booking } from '#shared/schemas/booking';
import { bookingEntity, bookingFromItem } from '../data/bookings.ts';
import { entityAttribute } from '../data/table.ts';
import { log } from '../log.ts';
import { confirmBooking } from './confirm-booking.ts';
import type { MailerDeps } from './deps.ts';

/** The booking whose creation a record tells of; undefined for any other record. */
const newBooking = ({ eventName, dynamodb }: DynamoDBRecord): Booking | undefined => {
  const image = dynamodb?.NewImage;
  if (eventName !== 'INSERT' || image?.[entityAttribute]?.S !== bookingEntity) return undefined;
  // Lambda's type and the SDK's describe the same JSON; they differ in binary values, which no item has.
  return bookingFromItem(unmarshall(image as Record<string, AttributeValue>));
};

const sequenceNumberOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

/** Whether a record is done with. */
const isDone = async (record: DynamoDBRecord, deps: MailerDeps): Promise<boolean> => {
  try {
    const booking = newBooking(record);
    if (booking) await confirmBooking(booking, deps);
    return true;
  } catch (error) {
    log.error('confirmation.failed', error, {
      booking: record.dynamodb?.NewImage?.id?.S,
      sequenceNumber: sequenceNumberOf(record),
    });
    return false;
  }
};

/**
 * Confirms the new bookings among a batch of the table's stream, all at once, so that a slow one delays no other.
 * @returns the records to deliver again. Lambda starts over at the first of them and gives those behind it a second
 *   time: their claims know that they are done.
 */
export const confirmBookings = async (
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
