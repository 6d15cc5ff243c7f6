import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { Booking } from '#shared/schemas/booking';
import { bookingKey, slotKey } from './keys.ts';
import { sendTransaction } from './send-transaction.ts';
import type { Table } from './table.ts';

/** A key is taken again when the child is booked anew: only this very booking is meant. */
const thisBooking = (table: Table, { id, time_slot_id, parent_id, child_name }: Booking) => ({
  TableName: table.name,
  Key: bookingKey(time_slot_id, parent_id, child_name),
  ConditionExpression: 'id = :id',
  ExpressionAttributeValues: { ':id': id },
});

/**
 * Deletes a booking and gives its place back, in one transaction (DAT-16). A booking that is gone already is left
 * at that: repeated, it does nothing twice.
 * @throws Error when others write the slot all the time; nothing was deleted then
 */
export const deleteBooking = async (table: Table, booking: Booking): Promise<void> => {
  const result = await sendTransaction(table, [
    { Delete: thisBooking(table, booking) },
    {
      Update: {
        TableName: table.name,
        Key: slotKey(booking.class_id, booking.time_slot_id),
        ConditionExpression: 'attribute_exists(PK) AND current_bookings >= :one',
        UpdateExpression: 'SET current_bookings = current_bookings - :one, revenue = revenue - :amount',
        ExpressionAttributeValues: { ':one': 1, ':amount': booking.amount },
      },
    },
  ]);
  if (result.outcome === 'busy') throw new Error('The slot of a booking is written all the time');
  if (result.outcome === 'done' || result.refusals[0]) return;
  // The slot went first: there is no place to give back.
  try {
    await table.client.send(new DeleteCommand(thisBooking(table, booking)));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
