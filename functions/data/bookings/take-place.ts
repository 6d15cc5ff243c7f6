import { slotKey } from '../dynamo/keys.ts';
import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { bookingFromItem, bookingItem, type StoredBooking } from './bookings.ts';

export type TakePlaceOutcome =
  | { readonly outcome: 'booked' }
  /** The child has a place already, taken by this attempt or by another one. */
  | { readonly outcome: 'exists'; readonly existing: StoredBooking }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'gone' }
  /** Contention on the slot persisted. Nothing was stored. */
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
      // The deletion of a class closes its slots first: no booking is stored after its bookings were deleted.
      ConditionExpression:
        'attribute_exists(PK) AND attribute_not_exists(closed) AND current_bookings < max_capacity',
      UpdateExpression: 'SET current_bookings = current_bookings + :one, revenue = revenue + :amount',
      ExpressionAttributeValues: { ':one': 1, ':amount': booking.amount },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  },
];

/** The booking comes first: an attempt that took the last place itself finds its own booking and a full slot. */
const readRefusals = ([booking, slot]: readonly (Refusal | undefined)[]): TakePlaceOutcome => {
  if (booking?.item) return { outcome: 'exists', existing: bookingFromItem(booking.item) };
  return { outcome: !slot?.item || slot.item.closed ? 'gone' : 'full' };
};

/**
 * Takes one place and stores the booking, in one transaction: counter and bookings always agree, and a slot never
 * has more bookings than places. Write conflicts are retried with full jitter for `retryMs`.
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
