import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { bookingFromItem, bookingItem, type StoredBooking } from './bookings.ts';
import { slotKey } from './keys.ts';
import type { Table } from './table.ts';
import { isRefused, type TransactItem, transact } from './transact.ts';

export type TakePlaceOutcome =
  | { readonly outcome: 'booked' }
  /** The child holds a place already: by this very attempt, or by another one. */
  | { readonly outcome: 'exists'; readonly existing: StoredBooking }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'gone' }
  /** Others wrote the same slot all the time. Nothing was stored. */
  | { readonly outcome: 'busy' };

const placeAndBooking = (table: Table, booking: StoredBooking): TransactItem[] => [
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
];

/** What it means that a condition failed. */
const readReasons = ([booking, slot]: readonly CancellationReason[]): TakePlaceOutcome => {
  if (isRefused(booking) && booking.Item) {
    return { outcome: 'exists', existing: bookingFromItem(unmarshall(booking.Item)) };
  }
  return { outcome: !slot?.Item || slot.Item.closed ? 'gone' : 'full' };
};

/**
 * Takes one place and stores the booking, in one transaction: counter and bookings always agree, and a slot never
 * holds more bookings than places. Write conflicts are tried again for `retryMs`.
 * @throws whatever DynamoDB throws for another reason
 */
export const takePlace = async (
  table: Table,
  booking: StoredBooking,
  retryMs?: number,
): Promise<TakePlaceOutcome> => {
  const result = await transact(table, placeAndBooking(table, booking), retryMs);
  switch (result.outcome) {
    case 'written':
      return { outcome: 'booked' };
    case 'refused':
      return readReasons(result.reasons);
    case 'busy':
      return result;
  }
};
