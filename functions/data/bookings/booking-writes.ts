import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { bookingItem, bookingWithId, type StoredBooking } from './bookings.ts';

/** Which sessions are credited: a credit of a live booking changes its dates with its sum. */
const creditedAsRead = ({ credited_dates }: StoredBooking) =>
  credited_dates.size > 0
    ? { condition: 'credited_dates = :dates', values: { ':dates': credited_dates } }
    : { condition: 'attribute_not_exists(credited_dates)', values: {} };

/** Names a booking in a write, which is refused where its credits, its dates or its name changed since it was read. */
const bookingAsRead = (table: Table, booking: StoredBooking) => {
  const { ConditionExpression, ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const dates = creditedAsRead(booking);
  return {
    ...named,
    ConditionExpression: `${ConditionExpression} AND first_session = :first AND child_name = :name AND ${dates.condition}`,
    ExpressionAttributeValues: {
      ...ExpressionAttributeValues,
      ':first': booking.dates[0],
      ':name': booking.child_name,
      ...dates.values,
    },
  };
};

/** The write that deletes a booking; refused where it changed since it was read. */
export const bookingDelete = (table: Table, booking: StoredBooking): Write => ({
  Delete: bookingAsRead(table, booking),
});

/** The write of a booking in the place of another one of the child; refused where that one changed since it was read. */
export const bookingReplace = (table: Table, replaced: StoredBooking, booking: StoredBooking): Write => {
  const { Key: _, ...asRead } = bookingAsRead(table, replaced);
  return { Put: { ...asRead, Item: bookingItem(booking) } };
};
