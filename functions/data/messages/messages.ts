import * as z from 'zod/mini';
import type { MessageId } from '#shared/schemas/ids';
import { type MessageContent, messageContentSchema } from '#shared/schemas/message';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { messageLifetimeDays, messageResumeSeconds } from '../../limits.ts';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { dueIndexKeys, messageIndexKeys, messageKey, messagesPartition } from '../dynamo/keys.ts';
import { queryFirst } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, listIndex, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

/** The value of the entity attribute on a message; the messenger's stream filter selects it. */
const messageEntity = 'message';

const progressSchema = z.object({
  /** `queued` until the recipients are stored, `done` when each of them was sent to or held back. */
  state: z.enum(['queued', 'sending', 'done']),
  /** The number of recipients; null until they are stored. */
  recipients: z.nullable(z.int()),
});

/** A message as stored. */
export type StoredMessage = MessageContent & z.infer<typeof progressSchema>;

const messageFromItem = (item: Item): StoredMessage => ({
  ...messageContentSchema.parse(item),
  ...progressSchema.parse(item),
});

const messageRef = (id: MessageId): ItemRef<StoredMessage> => ({
  key: messageKey(id),
  fromItem: messageFromItem,
});

const dayMs = 86_400_000;

/** When a message and its recipients are deleted, as the lifetime attribute has it. */
export const messageExpiry = ({ created_at }: Pick<MessageContent, 'created_at'>): number =>
  toEpochSeconds(new Date(Date.parse(created_at) + messageLifetimeDays * dayMs));

/** When unfinished messages are looked at next. */
const messageResumeAt = (now: Date): Instant =>
  instantSchema.parse(new Date(now.getTime() + messageResumeSeconds * 1000).toISOString());

const messageItem = (content: MessageContent): Item => ({
  ...messageKey(content.id),
  ...messageIndexKeys(content),
  ...dueIndexKeys(messageResumeAt(new Date(content.created_at)), content.id),
  [entityAttribute]: messageEntity,
  ...content,
  state: 'queued',
  recipients: null,
  [tableSchema.timeToLiveAttribute]: messageExpiry(content),
});

/**
 * The write of a new message, for the transaction of its cause: from then on it is sent, whatever fails. Refused where the
 * cause has a message.
 */
export const messagePut = (table: Table, content: MessageContent): Write => ({
  Put: {
    TableName: table.name,
    Item: messageItem(content),
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

/** A message, or undefined. One consistent read. */
export const getMessage = (table: Table, id: MessageId): Promise<StoredMessage | undefined> =>
  getItem(table, messageRef(id));

/** Messages, newest first, at most `limit`, or those before one. One Query. */
export const listMessages = async (
  table: Table,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<StoredMessage[]> => {
  const items = await queryFirst(
    table,
    [
      {
        IndexName: listIndex.name,
        KeyConditionExpression: before ? 'GSI2PK = :messages AND GSI2SK < :before' : 'GSI2PK = :messages',
        ExpressionAttributeValues: {
          ':messages': messagesPartition.GSI2PK,
          ...(before && { ':before': before }),
        },
        ScanIndexForward: false,
      },
    ],
    limit,
  );
  return items.map(messageFromItem);
};

/** The place of a message in the list: the next page begins after it. */
export const messagePosition = (message: Pick<MessageContent, 'id' | 'created_at'>): string =>
  messageIndexKeys(message).GSI2SK;

/** Notes that all recipients are stored. Idempotent. */
export const noteRecipientsStored = async (
  table: Table,
  { id }: MessageContent,
  recipients: number,
): Promise<void> => {
  await updateItem(table, {
    TableName: table.name,
    Key: messageKey(id),
    ConditionExpression: '#state = :queued',
    UpdateExpression: 'SET #state = :sending, recipients = :recipients',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':queued': 'queued', ':sending': 'sending', ':recipients': recipients },
  });
};

/** Notes that nothing is left to send: the message is not due any more. Idempotent. */
export const noteMessageDone = async (table: Table, { id }: MessageContent): Promise<void> => {
  await updateItem(table, {
    TableName: table.name,
    Key: messageKey(id),
    ConditionExpression: '#state = :sending',
    UpdateExpression: 'SET #state = :done REMOVE GSI1PK, GSI1SK',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':sending': 'sending', ':done': 'done' },
  });
};
