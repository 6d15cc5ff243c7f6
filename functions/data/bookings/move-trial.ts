import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { bookedDateAttributes } from './booked-dates.ts';
import { bookingWithId, type StoredBooking } from './bookings.ts';

/** Names the cancellation of one of a slot's sessions on its bookings. */
export const cancellationMark = (cancellation: {
  readonly date: CalendarDate;
  readonly calendar_version: number;
}): string => `${cancellation.date}#${cancellation.calendar_version}`;

/** The date of the session whose cancellation moved a trial; undefined for a booking that none has moved. */
export const movedFromDate = ({ moved_by }: Pick<StoredBooking, 'moved_by'>): CalendarDate | undefined =>
  moved_by === undefined ? undefined : calendarDateSchema.parse(moved_by.split('#')[0]);

/** The write that moves a trial to another session; refused where it is not on its date any more, or is gone. */
export const trialMove = (
  table: Table,
  booking: StoredBooking,
  { to, movedBy }: { readonly to: CalendarDate; readonly movedBy: string },
): Write => {
  const { ConditionExpression, ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const { first_session, session_offsets } = bookedDateAttributes([to]);
  return {
    Update: {
      ...named,
      ConditionExpression: `${ConditionExpression} AND first_session = :from`,
      UpdateExpression: 'SET first_session = :to, session_offsets = :offsets, moved_by = :mark',
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ':from': booking.dates[0],
        ':to': first_session,
        ':offsets': session_offsets,
        ':mark': movedBy,
      },
    },
  };
};
