import type { Booking } from '#shared/schemas/booking';
import { bookingKey, slotKey } from '../dynamo/keys.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../dynamo/table.ts';
import { findMovedBooking } from './bookings.ts';

/** A key is taken again when the child is booked anew: only this very booking is meant. */
export const thisBooking = (table: Table, { id, time_slot_id, parent_id, child_name }: Booking) => ({
  TableName: table.name,
  Key: bookingKey(time_slot_id, parent_id, child_name),
  ConditionExpression: 'id = :id',
  ExpressionAttributeValues: { ':id': id },
});

/** `gone`: it was deleted before, and nothing was done. `busy`: others wrote its slot all the time; it is still there. */
export type DeleteBookingOutcome = 'deleted' | 'gone' | 'busy';

const outcomes = { done: 'deleted', refused: 'gone', busy: 'busy' } as const;

const deleteWhereItWas = async (
  table: Table,
  booking: Booking,
  extraWrites: readonly Write[],
): Promise<DeleteBookingOutcome> => {
  const deletion: Write = { Delete: thisBooking(table, booking) };
  const result = await sendTransaction(table, [
    deletion,
    {
      Update: {
        TableName: table.name,
        Key: slotKey(booking.class_id, booking.time_slot_id),
        ConditionExpression: 'attribute_exists(PK) AND current_bookings >= :one',
        UpdateExpression: 'SET current_bookings = current_bookings - :one, revenue = revenue - :amount',
        ExpressionAttributeValues: { ':one': 1, ':amount': booking.amount },
      },
    },
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused' || result.refusals[0]) return outcomes[result.outcome];
  // The slot went first: there is no place to give back.
  return outcomes[(await sendTransaction(table, [deletion, ...extraWrites])).outcome];
};

/**
 * Deletes a booking, gives its place back and stores what goes with it, in one transaction (DAT-16). Repeated, it does
 * nothing twice. One that was moved since it was read is deleted where it is now.
 */
export const deleteBooking = async (
  table: Table,
  booking: Booking,
  extraWrites: readonly Write[] = [],
): Promise<DeleteBookingOutcome> => {
  const outcome = await deleteWhereItWas(table, booking, extraWrites);
  const moved = outcome === 'gone' ? await findMovedBooking(table, booking) : undefined;
  return moved ? deleteBooking(table, moved, extraWrites) : outcome;
};
