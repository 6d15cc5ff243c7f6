import {
  bookingItem,
  bookingRef,
  bookingWithId,
  findMovedBooking,
  type StoredBooking,
} from '../bookings/bookings.ts';
import { keyText } from '../dynamo/keys.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { childNamesUpdate } from './children.ts';

export type ChangeBookingOutcome =
  | { readonly outcome: 'done' }
  /** The booking, or its family, does not exist any more. */
  | { readonly outcome: 'gone' }
  /** The family has another booking of this name in the slot. */
  | { readonly outcome: 'exists' }
  | { readonly outcome: 'busy' };

const changeInPlace = (table: Table, booking: StoredBooking, changed: StoredBooking): Write[] => {
  const { ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  return [
    {
      Update: {
        ...named,
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
const moveToName = (table: Table, booking: StoredBooking, changed: StoredBooking): Write[] => [
  { Delete: bookingWithId(table, booking) },
  {
    Put: {
      TableName: table.name,
      Item: bookingItem(changed),
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  },
  // Searches find the family by its children's names.
  ...childNamesUpdate(table, booking.parent_id, [changed.child_name]),
];

/**
 * Changes the child's name and age on a booking (API-16) and stores the extra writes, all or nothing. The place stays
 * taken: no counter changes. A booking whose key changed since it was read is changed at its new key.
 */
export const changeBooking = async (
  table: Table,
  booking: StoredBooking,
  change: Pick<StoredBooking, 'child_name' | 'child_age'>,
  extraWrites: readonly Write[],
): Promise<ChangeBookingOutcome> => {
  const changed = { ...booking, ...change };
  const staysInPlace = keyText(bookingRef(booking).key) === keyText(bookingRef(changed).key);
  const writes = staysInPlace ? changeInPlace(table, booking, changed) : moveToName(table, booking, changed);
  const result = await sendTransaction(table, [...writes, ...extraWrites]);
  if (result.outcome !== 'refused') return result;
  const [isElsewhere, isTaken] = result.refusals;
  if (!isElsewhere) return { outcome: !staysInPlace && isTaken ? 'exists' : 'gone' };
  const moved = await findMovedBooking(table, booking);
  return moved ? changeBooking(table, moved, change, extraWrites) : { outcome: 'gone' };
};
