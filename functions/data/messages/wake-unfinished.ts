import type { MessageId } from '#shared/schemas/ids';
import { duePartition } from '../dynamo/keys/due-work.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';
import { messageEntity, messageFromItem } from './messages.ts';
import { wakeMessenger } from './wake.ts';

/** Starts the messenger for every message that is not finished, which is due at some time. */
export const wakeUnfinished = async (table: Table, now: Date): Promise<void> => {
  const due = await queryAll(table, inPartition(duePartition));
  const ids: MessageId[] = due
    .filter((item) => item[entityAttribute] === messageEntity)
    .map((item) => messageFromItem(item).id);
  if (ids.length > 0) await wakeMessenger(table, ids, now);
};
