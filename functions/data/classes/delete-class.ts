import type { ManagedClass } from '#shared/schemas/class-input';
import type { SlotId } from '#shared/schemas/ids';
import { batchDelete } from '../dynamo/batch-write.ts';
import { classKey, rosterPartition, slotKey } from '../dynamo/keys.ts';
import { queryAll } from '../dynamo/query-all.ts';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../dynamo/table.ts';

/**
 * The first step of a deletion: from here on nobody can book, change or see the class. Conditional on the class being
 * as it was read, so that no slot added meanwhile stays open.
 */
export const beginClassDeletion = (
  table: Table,
  { id, version, time_slots }: ManagedClass,
  extraWrites: readonly Write[],
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: classKey(id),
        ConditionExpression: '#version = :version AND attribute_not_exists(deleting)',
        UpdateExpression: 'SET deleting = :true, #version = :next',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': version, ':next': version + 1, ':true': true },
      },
    },
    ...time_slots.map((slot) => ({
      Update: {
        TableName: table.name,
        Key: slotKey(id, slot.id),
        ConditionExpression: 'attribute_exists(PK)',
        UpdateExpression: 'SET closed = :true',
        ExpressionAttributeValues: { ':true': true },
      },
    })),
    ...extraWrites,
  ]);

/** Deletes what is booked in a closed slot. Read consistently: after the slot was closed no booking is added. */
const deleteRoster = async (table: Table, slotId: SlotId): Promise<void> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :slot',
    ExpressionAttributeValues: { ':slot': rosterPartition(slotId).PK },
    ProjectionExpression: 'PK, SK',
    ConsistentRead: true,
  });
  if (items.length === 0) return;
  await batchDelete(table, items);
  // An admin who just renamed a child moved that booking to another key: look again until there is nothing.
  await deleteRoster(table, slotId);
};

/**
 * All further steps of a deletion: bookings, then slots and class. The class goes last, so that whoever finds it can
 * begin again, wherever an earlier run ended.
 */
export const finishClassDeletion = async (
  table: Table,
  { id, time_slots }: Pick<ManagedClass, 'id' | 'time_slots'>,
): Promise<TransactionOutcome> => {
  for (const slot of time_slots) await deleteRoster(table, slot.id);
  const keys = [...time_slots.map((slot) => slotKey(id, slot.id)), classKey(id)];
  return sendTransaction(
    table,
    keys.map((Key) => ({ Delete: { TableName: table.name, Key } })),
  );
};
