import { bookingIdSchema, type UserId } from '#shared/schemas/ids';
import { endedBookingsPartition, lateEndingKey } from '../dynamo/keys/bookings.ts';
import { type Key, keyOfItem } from '../dynamo/keys/key.ts';
import { ledgerEntriesPartition } from '../dynamo/keys/ledger.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { listIndex, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { deleteItem, updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

const keysIn = async (table: Table, { PK }: { readonly PK: string }): Promise<Key[]> => {
  const items = await queryAll(table, {
    ...inPartition({ PK }),
    ProjectionExpression: 'PK, SK',
    ConsistentRead: true,
  });
  return items.map(keyOfItem);
};

const expiry = (table: Table, key: Key, until: Date) => ({
  TableName: table.name,
  Key: key,
  ExpressionAttributeNames: { '#expires': tableSchema.timeToLiveAttribute },
  ExpressionAttributeValues: { ':until': toEpochSeconds(until) },
});

/**
 * Removes names and ages from the history of a family that is erased, and its places among those who left a class, and takes its late cancellations off the list of those
 * to decide. Its records, and the entries of its account, which hold no names, expire later. Idempotent; two writes for each
 * record and one for each entry.
 * @returns whether there are any
 */
export const anonymizeHistory = async (table: Table, userId: UserId, until: Date): Promise<boolean> => {
  const records = await keysIn(table, endedBookingsPartition(userId));
  for (const key of records) {
    await updateItem(table, {
      ...expiry(table, key, until),
      UpdateExpression: `SET #expires = :until REMOVE child_name, child_age, idempotency_key, ${listIndex.partitionKey}, ${listIndex.sortKey}`,
    });
    const late = lateEndingKey(bookingIdSchema.parse(key.SK));
    await deleteItem(table, { TableName: table.name, Key: late });
  }
  // Read after the loop: a late cancellation that was decided meanwhile has a further entry.
  const entries = await keysIn(table, ledgerEntriesPartition(userId));
  for (const key of entries) {
    await updateItem(table, { ...expiry(table, key, until), UpdateExpression: 'SET #expires = :until' });
  }
  return records.length + entries.length > 0;
};
