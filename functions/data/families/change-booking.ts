import { bookingWithId, type StoredBooking } from '../bookings/bookings.ts';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { childNamesUpdate } from './children.ts';

/**
 * Changes the child's name and age on a booking (API-16) and stores the extra writes, all or nothing. The place stays
 * taken: no counter changes.
 * @returns `refused` where the booking or its family does not exist any more
 */
export const changeBooking = async (
  table: Table,
  booking: StoredBooking,
  { child_name, child_age }: Pick<StoredBooking, 'child_name' | 'child_age'>,
  extraWrites: readonly Write[],
): Promise<TransactionOutcome['outcome']> => {
  const { ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const result = await sendTransaction(table, [
    {
      Update: {
        ...named,
        UpdateExpression: 'SET child_name = :name, child_age = :age',
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':name': child_name, ':age': child_age },
      },
    },
    // Searches find the family by its children's names.
    ...(child_name === booking.child_name ? [] : childNamesUpdate(table, booking.parent_id, [child_name])),
    ...extraWrites,
  ]);
  return result.outcome;
};
