import * as z from 'zod/mini';
import { timeSlotSchema } from '#shared/schemas/slot';
import type { Item } from '../dynamo/item-ref.ts';
import { slotKey } from '../dynamo/keys/classes.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import type { StoredBooking } from './bookings.ts';

type Placed = Pick<StoredBooking, 'class_id' | 'time_slot_id' | 'calendar_version' | 'amount'>;

/** What decided about the refusal of a place, from the item of the slot. */
const refusedSlotSchema = z.extend(
  z.pick(timeSlotSchema, { max_capacity: true, current_bookings: true, calendar_version: true }),
  { closed: z._default(z.boolean(), false) },
);
export const refusedSlotFromItem = (item: Item) => refusedSlotSchema.parse(item);
export const refusedSlotRef = ({ class_id, time_slot_id }: Pick<Placed, 'class_id' | 'time_slot_id'>) => ({
  key: slotKey(class_id, time_slot_id),
  fromItem: refusedSlotFromItem,
});

/** The deletion of a class closes its slots first: no booking is stored after its bookings were ended. */
const sameOpenSlot = (
  table: Table,
  { class_id, time_slot_id, calendar_version }: Placed,
  {
    revenue,
    condition,
    update,
  }: { readonly revenue: number; readonly condition: string; readonly update: string },
): NonNullable<Write['Update']> => ({
  TableName: table.name,
  Key: slotKey(class_id, time_slot_id),
  ConditionExpression: `attribute_not_exists(closed) AND calendar_version = :calendar${condition}`,
  UpdateExpression: `SET revenue = revenue + :amount${update}`,
  ExpressionAttributeValues: { ':amount': revenue, ':calendar': calendar_version },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

/**
 * The write that takes a place in the slot of a booking. Refused where the slot is full or closed, or its calendar is not
 * the one of the booking.
 */
export const placeTake = (table: Table, booking: Placed): Write => {
  const { ExpressionAttributeValues, ...update } = sameOpenSlot(table, booking, {
    revenue: booking.amount,
    condition: ' AND current_bookings < max_capacity',
    update: ', current_bookings = current_bookings + :one',
  });
  return { Update: { ...update, ExpressionAttributeValues: { ...ExpressionAttributeValues, ':one': 1 } } };
};

/**
 * The write that takes several places in a slot, or none. A condition cannot add: it requires the number of places that was
 * read. Refused as `placeTake` is, and where the slot has another number of places.
 * @param booking with the amount of all places
 */
export const placesTake = (
  table: Table,
  booking: Placed,
  { places, max_capacity }: { readonly places: number; readonly max_capacity: number },
): Write => {
  const { ExpressionAttributeValues, ...update } = sameOpenSlot(table, booking, {
    revenue: booking.amount,
    condition: ' AND max_capacity = :capacity AND current_bookings <= :leavesEnough',
    update: ', current_bookings = current_bookings + :places',
  });
  const values = { ':places': places, ':capacity': max_capacity, ':leavesEnough': max_capacity - places };
  return { Update: { ...update, ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values } } };
};

/**
 * The write of the slot of a booking that stands in the place of another one, whose amount it replaces. Refused as
 * `placeTake` is.
 */
export const placeReplace = (table: Table, replaced: Pick<Placed, 'amount'>, booking: Placed): Write => ({
  Update: sameOpenSlot(table, booking, {
    revenue: booking.amount - replaced.amount,
    condition: '',
    update: '',
  }),
});
