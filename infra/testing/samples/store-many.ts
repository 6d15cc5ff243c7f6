import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { bookingItem, type StoredBooking } from '#functions/data/bookings/bookings';
import { batchPut } from '#functions/data/dynamo/batch-write';
import { slotKey } from '#functions/data/dynamo/keys/classes';
import { newBookingId, newChildId } from '#functions/data/ids';
import type { Table } from '#functions/data/table';
import { instantOf } from '#shared/domain/time/instant-of';
import type { FootballClass } from '#shared/schemas/class';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { sampleBooking } from './sample-booking.ts';

const requestsAtOnce = 8;

/**
 * Stores bookings and counters as the API does, but in batches. The n-th booking takes the n-th slot of the
 * n-th class for the n-th family, in turn, `everyMs` after the one before, each for a child of its own.
 * @returns the bookings, oldest first
 */
export const storeMany = async (
  table: Table,
  howMany: number,
  {
    classes,
    families,
    from,
    everyMs,
  }: {
    readonly classes: readonly FootballClass[];
    readonly families: readonly Family[];
    readonly from: Date;
    readonly everyMs: number;
  },
): Promise<StoredBooking[]> => {
  const slots = classes.flatMap((cls) => cls.time_slots.map((slot) => ({ cls, slot })));
  const bookings = Array.from({ length: howMany }, (_, number) => {
    const place = slots[number % slots.length];
    const family = families[number % families.length];
    if (!place || !family) throw new Error('Classes with slots and families are needed');
    const at = new Date(from.getTime() + number * everyMs);
    return sampleBooking(place.cls, family, {
      id: newBookingId(at),
      time_slot_id: place.slot.id,
      child_id: newChildId(at),
      child_name: `Child ${number}`,
      created_at: instantOf(at),
      idempotency_key: idempotencyKeySchema.parse(`attempt-of-child-${number}`),
    });
  });
  await batchPut(table, bookings.map(bookingItem));
  const ofSlot = Map.groupBy(bookings, ({ time_slot_id }) => time_slot_id);
  const count = async ({ cls, slot }: (typeof slots)[number]): Promise<void> => {
    const own = ofSlot.get(slot.id) ?? [];
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: slotKey(cls.id, slot.id),
        UpdateExpression: 'ADD current_bookings :count, revenue :revenue',
        ExpressionAttributeValues: {
          ':count': own.length,
          ':revenue': own.reduce((sum, { amount }) => sum + amount, 0),
        },
      }),
    );
  };
  for (let start = 0; start < slots.length; start += requestsAtOnce) {
    await Promise.all(slots.slice(start, start + requestsAtOnce).map(count));
  }
  return bookings;
};
