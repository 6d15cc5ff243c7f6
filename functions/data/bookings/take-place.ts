import { slotKey } from '../dynamo/keys.ts';
import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../dynamo/table.ts';
import { bookingFromItem, bookingItem, type StoredBooking } from './bookings.ts';

export type TakePlaceOutcome =
  | { readonly outcome: 'booked' }
  /** The child holds a place already: by this very attempt, or by another one. */
  | { readonly outcome: 'exists'; readonly existing: StoredBooking }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'gone' }
  /** Others wrote the same slot all the time. Nothing was stored. */
  | { readonly outcome: 'busy' };

const writesOf = (table: Table, booking: StoredBooking): Write[] => [
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

/** The booking met first: an attempt that took the last place itself meets its own booking and a full slot. */
const readRefusals = ([booking, slot]: readonly (Refusal | undefined)[]): TakePlaceOutcome => {
  if (booking?.item) return { outcome: 'exists', existing: bookingFromItem(booking.item) };
  return { outcome: !slot?.item || slot.item.closed ? 'gone' : 'full' };
};

/**
 * Takes one place and stores the booking, in one transaction: counter and bookings always agree, and a slot never
 * holds more bookings than places. Write conflicts are tried again with full jitter for `retryMs`.
 * @throws whatever DynamoDB throws for another reason
 */
export const takePlace = async (
  table: Table,
  booking: StoredBooking,
  retryMs?: number,
): Promise<TakePlaceOutcome> => {
  const result = await sendTransaction(table, writesOf(table, booking), retryMs);
  switch (result.outcome) {
    case 'done':
      return { outcome: 'booked' };
    case 'refused':
      return readRefusals(result.refusals);
    case 'busy':
      return result;
  }
};
