import { slotKey } from '../dynamo/keys/classes.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import type { StoredBooking } from './bookings.ts';

type Placed = Pick<StoredBooking, 'class_id' | 'time_slot_id' | 'calendar_version'> & {
  /** In cents. */
  readonly amount: number;
};

/** The deletion of a class closes its slots first: no booking is stored after its bookings were ended. */
const sameOpenSlot = (
  table: Table,
  { class_id, time_slot_id, calendar_version, amount }: Placed,
  { condition, update }: { readonly condition: string; readonly update: string },
): NonNullable<Write['Update']> => ({
  TableName: table.name,
  Key: slotKey(class_id, time_slot_id),
  ConditionExpression: `attribute_not_exists(closed) AND calendar_version = :calendar${condition}`,
  UpdateExpression: `SET revenue = revenue + :amount${update}`,
  ExpressionAttributeValues: { ':amount': amount, ':calendar': calendar_version },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

/**
 * The write that takes a place in the slot of a booking. Refused where the slot is full or closed, or its calendar is not
 * the one of the booking.
 */
export const placeTake = (table: Table, booking: Placed): Write => {
  const { ExpressionAttributeValues, ...update } = sameOpenSlot(table, booking, {
    condition: ' AND current_bookings < max_capacity',
    update: ', current_bookings = current_bookings + :one',
  });
  return { Update: { ...update, ExpressionAttributeValues: { ...ExpressionAttributeValues, ':one': 1 } } };
};

/**
 * The write of the slot of a booking that stands in the place of another one: the slot counts its amount instead. Refused
 * where the slot is closed, or its calendar is not the one of the booking.
 */
export const placeKeep = (table: Table, replaced: Pick<Placed, 'amount'>, booking: Placed): Write => ({
  Update: sameOpenSlot(
    table,
    { ...booking, amount: booking.amount - replaced.amount },
    { condition: '', update: '' },
  ),
});
