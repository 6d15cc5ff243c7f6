import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { bookingFromItem, type StoredBooking } from '#functions/data/bookings/bookings';
import { batchGet } from '#functions/data/dynamo/batch-get';
import { bookingKey, type Key, rosterPartition, sendLeaseKey, slotKey } from '#functions/data/dynamo/keys';
import type { Table } from '#functions/data/table';
import type { FootballClass } from '#shared/schemas/class';
import type { SlotId } from '#shared/schemas/ids';

/** A slot as the table holds it, without any of the product's reading. */
export interface StoredSlot {
  readonly id: SlotId;
  /** Undefined where the slot is gone. */
  readonly counters:
    | { readonly max_capacity: number; readonly current_bookings: number; readonly revenue: number }
    | undefined;
  readonly bookings: readonly StoredBooking[];
  /** Keys of bookings that are not where their own values say. */
  readonly misplaced: readonly string[];
}

const readSlot = async (table: Table, cls: FootballClass, id: SlotId): Promise<StoredSlot> => {
  const key = slotKey(cls.id, id);
  const [item, { Items = [] }] = await Promise.all([
    batchGet(table, [key], { consistent: true }),
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :slot',
        ExpressionAttributeValues: { ':slot': rosterPartition(id).PK },
        ConsistentRead: true,
      }),
    ),
  ]);
  const slot = item(key);
  const bookings = Items.map(bookingFromItem);
  return {
    id,
    counters: slot && {
      max_capacity: Number(slot.max_capacity),
      current_bookings: Number(slot.current_bookings),
      revenue: Number(slot.revenue),
    },
    bookings,
    misplaced: bookings.flatMap(({ id: booking, time_slot_id, parent_id, child_name }, index) =>
      bookingKey(time_slot_id, parent_id, child_name).SK === Items[index]?.SK ? [] : [booking],
    ),
  };
};

/** The slots of a class as they are in the table. */
export const readSlots = (table: Table, cls: FootballClass): Promise<StoredSlot[]> =>
  Promise.all(cls.time_slots.map(({ id }) => readSlot(table, cls, id)));

/** The mailer's claim on a booking's confirmation. */
export interface StoredClaim {
  readonly booking: string;
  /** Undefined while nobody knows whether it went out. */
  readonly messageId: string | undefined;
}

/** The claims on the confirmations of some bookings. */
export const readClaims = async (
  table: Table,
  bookings: readonly StoredBooking[],
): Promise<StoredClaim[]> => {
  const keyed = bookings.map(({ id }): { booking: string; key: Key } => ({
    booking: id,
    key: sendLeaseKey(id, 'confirmation'),
  }));
  if (keyed.length === 0) return [];
  const item = await batchGet(
    table,
    keyed.map(({ key }) => key),
    { consistent: true },
  );
  return keyed.flatMap(({ booking, key }) => {
    const claim = item(key);
    if (!claim) return [];
    return [{ booking, messageId: claim.sent === true ? String(claim.message_id) : undefined }];
  });
};
