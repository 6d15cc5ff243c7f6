import * as z from 'zod/mini';
import { type BookingId, bookingIdSchema, type UserId, userIdSchema } from '#shared/schemas/ids';
import { lateEndingKey, lateEndingsPartition } from '../dynamo/keys/bookings.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

/** A late cancellation whose credit an administrator is to decide (END-07). */
const storedLateEndingSchema = z.object({ booking_id: bookingIdSchema, parent_id: userIdSchema });
export type StoredLateEnding = z.infer<typeof storedLateEndingSchema>;

/** The write that puts a late cancellation on the list of those to decide. */
export const lateEndingPut = (
  table: Table,
  { id, parent_id }: { readonly id: BookingId; readonly parent_id: UserId },
): Write => ({
  Put: {
    TableName: table.name,
    Item: { ...lateEndingKey(id), [entityAttribute]: 'late-ending', booking_id: id, parent_id },
  },
});

/** The write that takes a late cancellation off the list; refused where it was decided before. */
export const lateEndingDelete = (table: Table, id: BookingId): Write => ({
  Delete: {
    TableName: table.name,
    Key: lateEndingKey(id),
    ConditionExpression: 'attribute_exists(PK)',
  },
});

/** The late cancellations that are to be decided, oldest booking first. One Query. */
export const listLateEndings = async (table: Table): Promise<StoredLateEnding[]> => {
  const items = await queryAll(table, inPartition(lateEndingsPartition));
  return items.map((item) => storedLateEndingSchema.parse(item));
};
