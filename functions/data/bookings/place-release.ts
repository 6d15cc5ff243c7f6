import type { TimeSlot } from '#shared/schemas/slot';
import type { Cents } from '#shared/schemas/values';
import { slotKey } from '../dynamo/keys.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';

/** A slot as it was read: its calendar decides what the end of a booking credits. */
export type ReleasedSlot = Pick<TimeSlot, 'class_id' | 'id' | 'calendar_version'>;

/**
 * The write that gives the place of a booking back. Refused where the slot's calendar is not the one that was read: the
 * caller reads again.
 * @param amount of the booking
 */
export const placeRelease = (
  table: Table,
  { class_id, id, calendar_version }: ReleasedSlot,
  amount: Cents,
): Write => ({
  Update: {
    TableName: table.name,
    Key: slotKey(class_id, id),
    ConditionExpression: 'current_bookings >= :one AND calendar_version = :calendar',
    UpdateExpression: 'SET current_bookings = current_bookings - :one, revenue = revenue - :amount',
    ExpressionAttributeValues: { ':one': 1, ':amount': amount, ':calendar': calendar_version },
  },
});
