import { setTimeout as sleep } from 'node:timers/promises';
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '#shared/limits';
import { bookingFromItem, bookingItem, type StoredBooking } from './bookings.ts';
import { slotKey } from './keys.ts';
import type { Table } from './table.ts';

export type TakePlaceOutcome =
  | { readonly outcome: 'booked' }
  /** The child holds a place already: by this very attempt, or by another one. */
  | { readonly outcome: 'exists'; readonly existing: StoredBooking }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'gone' }
  /** Others wrote the same slot all the time. Nothing was stored. */
  | { readonly outcome: 'busy' };

const shortestPauseMs = 10;
const longestPauseMs = 200;

const transaction = (table: Table, booking: StoredBooking) =>
  new TransactWriteCommand({
    TransactItems: [
      {
        Put: {
          TableName: table.name,
          Item: bookingItem(booking),
          ConditionExpression: 'attribute_not_exists(PK)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        Update: {
          TableName: table.name,
          Key: slotKey(booking.class_id, booking.time_slot_id),
          // A slot that is being deleted is closed first, so that no booking slips in behind the deletion.
          ConditionExpression:
            'attribute_exists(PK) AND attribute_not_exists(closed) AND current_bookings < max_capacity',
          UpdateExpression: 'SET current_bookings = current_bookings + :one, revenue = revenue + :amount',
          ExpressionAttributeValues: { ':one': 1, ':amount': booking.amount },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    ],
  });

const refused = (reason: CancellationReason | undefined): reason is CancellationReason =>
  reason?.Code === 'ConditionalCheckFailed';

/** What a cancelled transaction means, or undefined where it says nothing final. */
const readReasons = (reasons: readonly CancellationReason[]): TakePlaceOutcome | undefined => {
  const [bookingReason, slotReason] = reasons;
  if (refused(bookingReason) && bookingReason.Item) {
    return { outcome: 'exists', existing: bookingFromItem(unmarshall(bookingReason.Item)) };
  }
  if (!refused(slotReason)) return undefined;
  return { outcome: !slotReason.Item || slotReason.Item.closed ? 'gone' : 'full' };
};

const isConflict = (error: TransactionCanceledException): boolean =>
  error.CancellationReasons?.some(({ Code }) => Code === 'TransactionConflict') ?? false;

/**
 * Takes one place and stores the booking, in one transaction: counter and bookings always agree, and a slot never
 * holds more bookings than places. Write conflicts are tried again with full jitter for `retryMs`.
 * @throws whatever DynamoDB throws for another reason
 */
export const takePlace = async (
  table: Table,
  booking: StoredBooking,
  retryMs: number = limits.bookingConflictRetryMs,
): Promise<TakePlaceOutcome> => {
  const giveUpAt = performance.now() + retryMs;
  for (let pause = shortestPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      await table.client.send(transaction(table, booking));
      return { outcome: 'booked' };
    } catch (error) {
      if (error instanceof TransactionCanceledException) {
        const outcome = readReasons(error.CancellationReasons ?? []);
        if (outcome) return outcome;
        if (!isConflict(error)) throw error;
      } else if (!(error instanceof TransactionInProgressException)) throw error;
    }
    const wait = Math.random() * pause;
    if (performance.now() + wait > giveUpAt) return { outcome: 'busy' };
    await sleep(wait);
  }
};
