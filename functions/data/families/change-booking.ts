import { bookingWithId, type StoredBooking } from '../bookings/bookings.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { childNameUpdate } from './children.ts';
import { profileFromItem } from './stored-profile.ts';

/**
 * Changes the child's name and age on a booking (API-16) and stores the extra writes, all or nothing. The place stays
 * taken: no counter changes.
 * @returns `refused` where the booking or its family does not exist any more, `too-many-names` where the family has as many
 *   names as it may
 */
export const changeBooking = async (
  table: Table,
  booking: StoredBooking,
  { child_name, child_age }: Pick<StoredBooking, 'child_name' | 'child_age'>,
  extraWrites: ExtraWrites,
): Promise<'done' | 'refused' | 'too-many-names' | 'busy'> => {
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
    ...(child_name === booking.child_name ? [] : childNameUpdate(table, booking.parent_id, child_name)),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return result.outcome;
  const [refusedBooking, refusedProfile] = result.refusals;
  const isActive = refusedProfile?.item && !profileFromItem(refusedProfile.item).deleting;
  return !refusedBooking && isActive ? 'too-many-names' : 'refused';
};
