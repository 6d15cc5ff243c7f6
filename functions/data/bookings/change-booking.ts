import { bookingKey, profileKey } from '../dynamo/keys.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../dynamo/table.ts';
import { profileStays } from '../families/being-deleted.ts';
import { bookingItem, findMovedBooking, type StoredBooking } from './bookings.ts';
import { thisBooking } from './delete-booking.ts';

export type ChangeBookingOutcome =
  | { readonly outcome: 'done' }
  /** The booking, or its family, is not there any more. */
  | { readonly outcome: 'gone' }
  /** The family has another booking of this name in the slot. */
  | { readonly outcome: 'exists' }
  | { readonly outcome: 'busy' };

const changeInPlace = (table: Table, booking: StoredBooking, changed: StoredBooking): Write[] => {
  const { TableName, ExpressionAttributeValues, ...own } = thisBooking(table, booking);
  return [
    {
      Update: {
        TableName,
        ...own,
        UpdateExpression: 'SET child_name = :name, child_age = :age',
        ExpressionAttributeValues: {
          ...ExpressionAttributeValues,
          ':name': changed.child_name,
          ':age': changed.child_age,
        },
      },
    },
  ];
};

/** The key is made of the name: another name is another key, which must be free. */
const moveToName = (table: Table, booking: StoredBooking, changed: StoredBooking): Write[] => {
  const { TableName, ...own } = thisBooking(table, booking);
  return [
    { Delete: { TableName, ...own } },
    {
      Put: {
        TableName,
        Item: bookingItem(changed),
        ConditionExpression: 'attribute_not_exists(PK)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    {
      Update: {
        TableName,
        Key: profileKey(booking.parent_id),
        ConditionExpression: profileStays,
        // A search for children looks for the family's names first.
        UpdateExpression: 'ADD child_names :names',
        ExpressionAttributeValues: { ':names': new Set([changed.child_name]) },
      },
    },
  ];
};

/**
 * Changes the child's name and age on a booking (API-16) and stores what goes with it, all or nothing. The place stays
 * taken throughout: no counter moves. One that was moved since it was read is changed where it is now.
 */
export const changeBooking = async (
  table: Table,
  booking: StoredBooking,
  change: Pick<StoredBooking, 'child_name' | 'child_age'>,
  extraWrites: readonly Write[],
): Promise<ChangeBookingOutcome> => {
  const changed = { ...booking, ...change };
  const keyOf = ({ time_slot_id, parent_id, child_name }: StoredBooking) =>
    bookingKey(time_slot_id, parent_id, child_name).SK;
  const staysInPlace = keyOf(booking) === keyOf(changed);
  const writes = staysInPlace ? changeInPlace(table, booking, changed) : moveToName(table, booking, changed);
  const result = await sendTransaction(table, [...writes, ...extraWrites]);
  if (result.outcome !== 'refused') return result;
  const [isElsewhere, isTaken] = result.refusals;
  if (!isElsewhere) return { outcome: !staysInPlace && isTaken ? 'exists' : 'gone' };
  const moved = await findMovedBooking(table, booking);
  return moved ? changeBooking(table, moved, change, extraWrites) : { outcome: 'gone' };
};
