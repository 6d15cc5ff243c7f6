import * as z from 'zod/mini';
import { type MessageId, messageIdSchema } from '#shared/schemas/ids';
import type { Item } from '../dynamo/item-ref.ts';
import { wakeKey } from '../dynamo/keys/messages.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { putItem } from '../dynamo/write-item.ts';
import { newWakeId } from '../ids.ts';
import type { Table } from '../table.ts';

/** The value of the entity attribute on a request to start the messenger; its stream filter selects it. */
export const wakeEntity = 'messenger-wake';

/** The stream keeps its records for a day. */
const lifetimeSeconds = 24 * 3_600;

const wakeSchema = z.object({ messages: z.array(messageIdSchema) });

export const wokenMessages = (item: Item): readonly MessageId[] => wakeSchema.parse(item).messages;

const wakeItem = (messages: readonly MessageId[], now: Date): Item => ({
  ...wakeKey(newWakeId(now)),
  [entityAttribute]: wakeEntity,
  messages,
  [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + lifetimeSeconds,
});

/** The write that starts the messenger for messages which are stored already, for the transaction of its cause. */
export const wakePut = (table: Table, messages: readonly MessageId[], now: Date): Write => ({
  Put: { TableName: table.name, Item: wakeItem(messages, now) },
});

/** Starts the messenger for messages which are stored already. */
export const wakeMessenger = async (
  table: Table,
  messages: readonly MessageId[],
  now: Date,
): Promise<void> => {
  await putItem(table, { TableName: table.name, Item: wakeItem(messages, now) });
};
