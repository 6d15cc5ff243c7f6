import type { Booking } from '#shared/schemas/booking';
import type { CalendarDate } from '#shared/schemas/values';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { type BookingKeyParts, bookingWithId } from './bookings.ts';

/**
 * Notes on a live booking that its child does not come on a date, or comes after all (ABS-01). Sent again it changes nothing.
 * @returns false where the booking has ended or moved
 */
export const storeNotComing = async (
  table: Table,
  booking: BookingKeyParts & Pick<Booking, 'id'>,
  date: CalendarDate,
  isNotComing: boolean,
): Promise<boolean> => {
  const { ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const { outcome } = await updateItem(table, {
    ...named,
    UpdateExpression: `${isNotComing ? 'ADD' : 'DELETE'} not_coming :dates`,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':dates': new Set([date]) },
  });
  return outcome === 'done';
};
