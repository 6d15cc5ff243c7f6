import type { Booking } from '#shared/schemas/booking';
import { slotKey } from '../dynamo/keys.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { bookingWithId, findMovedBooking } from './bookings.ts';

export type DeleteBookingOutcome =
  | 'deleted'
  /** It was deleted before. Nothing was stored. */
  | 'gone'
  /** Contention on its slot persisted. Nothing was stored. */
  | 'busy';

const outcomes = { done: 'deleted', refused: 'gone', busy: 'busy' } as const;

/** The write that frees the place of a booking. */
export const placeRelease = (table: Table, booking: Booking): Write => ({
  Update: {
    TableName: table.name,
    Key: slotKey(booking.class_id, booking.time_slot_id),
    ConditionExpression: 'attribute_exists(PK) AND current_bookings >= :one',
    UpdateExpression: 'SET current_bookings = current_bookings - :one, revenue = revenue - :amount',
    ExpressionAttributeValues: { ':one': 1, ':amount': booking.amount },
  },
});

const deleteAtKey = async (
  table: Table,
  booking: Booking,
  extraWrites: readonly Write[],
): Promise<DeleteBookingOutcome> => {
  const deletion: Write = { Delete: bookingWithId(table, booking) };
  const result = await sendTransaction(table, [deletion, placeRelease(table, booking), ...extraWrites]);
  if (result.outcome !== 'refused' || result.refusals[0]) return outcomes[result.outcome];
  // The slot was deleted first: there is no counter to lower.
  return outcomes[(await sendTransaction(table, [deletion, ...extraWrites])).outcome];
};

/**
 * Deletes a booking, frees its place and stores the extra writes, in one transaction (DAT-16). Idempotent. A booking
 * whose key changed since it was read is deleted at its new key.
 */
export const deleteBooking = async (
  table: Table,
  booking: Booking,
  extraWrites: readonly Write[] = [],
): Promise<DeleteBookingOutcome> => {
  const outcome = await deleteAtKey(table, booking, extraWrites);
  const moved = outcome === 'gone' ? await findMovedBooking(table, booking) : undefined;
  return moved ? deleteBooking(table, moved, extraWrites) : outcome;
};
