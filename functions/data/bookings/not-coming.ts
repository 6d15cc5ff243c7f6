import type { Booking } from '#shared/schemas/booking';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { sendCounted } from '../ledger/change-limits.ts';
import type { Table } from '../table.ts';
import { type BookingKeyParts, bookingFromItem, bookingWithId } from './bookings.ts';

interface Answer {
  readonly date: CalendarDate;
  readonly isNotComing: boolean;
  readonly at: Instant;
}

/**
 * Notes on a live booking that its child does not come on a date, or comes after all (ABS-01), and counts it among the changes
 * of its family. Sent again it changes and counts nothing.
 * @returns `gone` where the booking has ended or moved; `limited` where the family may make no other change in this hour
 */
export const storeNotComing = async (
  table: Table,
  booking: BookingKeyParts & Pick<Booking, 'id'>,
  { date, isNotComing, at }: Answer,
): Promise<'done' | 'gone' | 'limited' | 'busy'> => {
  const { ConditionExpression, ExpressionAttributeValues, ...named } = bookingWithId(table, booking);
  const result = await sendCounted(table, { parent_id: booking.parent_id, at }, [
    {
      Update: {
        ...named,
        ConditionExpression: `${ConditionExpression} AND ${isNotComing ? 'NOT ' : ''}contains(not_coming, :date)`,
        UpdateExpression: `${isNotComing ? 'ADD' : 'DELETE'} not_coming :dates`,
        ExpressionAttributeValues: {
          ...ExpressionAttributeValues,
          ':date': date,
          ':dates': new Set([date]),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
  ]);
  if (result.outcome === 'no-ledger') return 'gone';
  if (result.outcome !== 'refused') return result.outcome;
  const item = result.refusals[0]?.item;
  return item && bookingFromItem(item).id === booking.id ? 'done' : 'gone';
};
