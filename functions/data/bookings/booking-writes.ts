import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { bookingItem, bookingWithId, type StoredBooking } from './bookings.ts';

/** Whether the session of a kept trial is credited, which the sum of the booking's own credits does not tell. */
const trialCredit = ({ trial_session: trial, credited_dates }: StoredBooking) =>
  trial
    ? {
        condition: ` AND ${credited_dates.has(trial.date) ? '' : 'NOT '}contains(credited_dates, :trial)`,
        values: { ':trial': trial.date },
      }
    : { condition: '', values: {} };

/** Names a booking in a write, which is refused where its credits, its dates or its name changed since it was read. */
const bookingAsRead = (table: Table, booking: StoredBooking) => {
  const { ConditionExpression, ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const trial = trialCredit(booking);
  return {
    ...named,
    ConditionExpression: `${ConditionExpression} AND credited = :credited AND first_session = :first AND child_name = :name${trial.condition}`,
    ExpressionAttributeValues: {
      ...ExpressionAttributeValues,
      ':credited': booking.credited,
      ':first': booking.dates[0],
      ':name': booking.child_name,
      ...trial.values,
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
