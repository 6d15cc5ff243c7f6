import type { ManagedClass } from '#shared/schemas/class-input';
import { deleteRoster } from '../bookings/delete-roster.ts';
import { deleteCancellations } from '../cancellations/cancellations.ts';
import { classKey, slotKey } from '../dynamo/keys.ts';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';

/**
 * The first step of a deletion: from then on nobody can book, change or see the class. It is refused where the class
 * was changed since it was read: a slot added since would stay open.
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

/**
 * All further steps of a deletion: bookings and cancellations, then slots and class. The class is deleted last, so that an interrupted
 * deletion can be found and run again.
 */
export const finishClassDeletion = async (
  table: Table,
  { id, time_slots }: Pick<ManagedClass, 'id' | 'time_slots'>,
): Promise<TransactionOutcome> => {
  for (const slot of time_slots) await deleteRoster(table, slot.id);
  await deleteCancellations(table, id);
  const keys = [...time_slots.map((slot) => slotKey(id, slot.id)), classKey(id)];
  return sendTransaction(
    table,
    keys.map((Key) => ({ Delete: { TableName: table.name, Key } })),
  );
};
