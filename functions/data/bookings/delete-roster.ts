import type { SlotId } from '#shared/schemas/ids';
import { batchDelete } from '../dynamo/batch-write.ts';
import { rosterPartition } from '../dynamo/keys.ts';
import { queryAll } from '../dynamo/query.ts';
import type { Table } from '../table.ts';

/** Deletes the bookings of a closed slot. Reads consistently: no booking is added after the slot was closed. */
export const deleteRoster = async (table: Table, slotId: SlotId): Promise<void> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :slot',
    ExpressionAttributeValues: { ':slot': rosterPartition(slotId).PK },
    ProjectionExpression: 'PK, SK',
    ConsistentRead: true,
  });
  if (items.length === 0) return;
  await batchDelete(table, items);
  // A correction of a child's name may have moved a booking to another key since it was read.
  await deleteRoster(table, slotId);
};
