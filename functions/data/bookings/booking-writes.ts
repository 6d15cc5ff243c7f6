import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { bookingItem, bookingWithId, type StoredBooking } from './bookings.ts';

/** That a set of dates is as it was read; DynamoDB has no empty one. */
const datesAsRead = (name: 'credited_dates' | 'not_coming', dates: ReadonlySet<string> = new Set()) =>
  dates.size > 0
    ? { condition: `${name} = :${name}`, values: { [`:${name}`]: dates } }
    : { condition: `attribute_not_exists(${name})`, values: {} };

/**
 * Names a booking in a write, which is refused where its credits, its dates, its name or when its child does not come changed
 * since it was read. A credit of a live booking changes its credited dates with its sum.
 */
const bookingAsRead = (table: Table, booking: StoredBooking) => {
  const { ConditionExpression, ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const credited = datesAsRead('credited_dates', booking.credited_dates);
  const absent = datesAsRead('not_coming', booking.not_coming);
  return {
    ...named,
    ConditionExpression: `${ConditionExpression} AND first_session = :first AND child_name = :name AND ${credited.condition} AND ${absent.condition}`,
    ExpressionAttributeValues: {
      ...ExpressionAttributeValues,
      ':first': booking.dates[0],
      ':name': booking.child_name,
      ...credited.values,
      ...absent.values,
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
