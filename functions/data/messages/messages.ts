import * as z from 'zod/mini';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs } from '#shared/domain/time/milliseconds';
import { limits } from '#shared/limits';
import type { MessageId } from '#shared/schemas/ids';
import { type MessageContent, messageContentSchema } from '#shared/schemas/message';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { messageResumeSeconds } from '../../limits.ts';
import type { DueWork } from '../due/due-work.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { getItem } from '../dynamo/get-item.ts';
import { movedByOwner, placeInList, removesFromIndex } from '../dynamo/index-keys.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { dueIndexKeys } from '../dynamo/keys/due-work.ts';
import { messageIndexKeys, messageKey, messagesPartition } from '../dynamo/keys/messages.ts';
import { inPartition, queryFirst } from '../dynamo/query.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { forgottenText } from './personal-text.ts';
import { wakePut } from './wake.ts';

/** The value of the entity attribute on a message; the messenger's stream filter selects it. */
export const messageEntity = 'message';

const progressSchema = z.object({
  /** `queued` until the recipients are stored, `done` when each of them was sent to or held back. */
  state: z.enum(['queued', 'sending', 'done']),
  /** The number of recipients; null until they are stored. */
  recipients: z.nullable(z.int()),
  /** How often it was sent again by hand, and when last. */
  resent: z._default(z.int(), 0),
  resent_at: z.optional(instantSchema),
});

/** A message as stored. */
export type StoredMessage = MessageContent & z.infer<typeof progressSchema>;

export const messageFromItem = (item: Item): StoredMessage => ({
  ...messageContentSchema.parse(item),
  ...progressSchema.parse(item),
});

/** When the sending of a message was last begun: when it was stored, or sent again by hand. */
export const messageBegun = ({ created_at, resent_at }: StoredMessage): Instant => resent_at ?? created_at;

const messageRef = (id: MessageId): ItemRef<StoredMessage> => ({
  key: messageKey(id),
  fromItem: messageFromItem,
});

/** When a message and its recipients are deleted, as the lifetime attribute has it. */
export const messageExpiry = ({ created_at }: Pick<MessageContent, 'created_at'>): number =>
  toEpochSeconds(new Date(Date.parse(created_at) + limits.messageLogDays * dayMs));

/** When unfinished messages are looked at next. */
export const messageResumeAt = (now: Date): Instant =>
  instantOf(new Date(now.getTime() + messageResumeSeconds * 1000));

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

/** Stores a message, with extra writes in the same transaction. */
export const storeMessage = async (
  table: Table,
  content: MessageContent,
  extraWrites: ExtraWrites,
): Promise<'stored' | 'stored-before' | 'busy'> => {
  const result = await sendTransaction(table, [messagePut(table, content), ...extraWrites]);
  if (result.outcome !== 'refused') return result.outcome === 'done' ? 'stored' : 'busy';
  return 'stored-before';
};

/** A message, or undefined. One consistent read. */
export const getMessage = (table: Table, id: MessageId): Promise<StoredMessage | undefined> =>
  getItem(table, messageRef(id));

/** Messages by id, without those that do not exist. One consistent round trip for each hundred. */
export const readMessages = async (table: Table, ids: readonly MessageId[]): Promise<StoredMessage[]> => {
  const read = await batchRead(table, ids.map(messageRef), { consistent: true });
  return ids.flatMap((id) => read(messageRef(id)) ?? []);
};

/** Messages, newest first, at most `limit`, or those before one. One Query. */
export const listMessages = async (
  table: Table,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<StoredMessage[]> => {
  const items = await queryFirst(
    table,
    [
      {
        ...inPartition(messagesPartition, { before }),
        ScanIndexForward: false,
      },
    ],
    limit,
  );
  return items.map(messageFromItem);
};

/** The place of a message in the list: the next page begins after it. */
export const messagePosition = (message: Pick<MessageContent, 'id' | 'created_at'>): string =>
  placeInList(messageIndexKeys(message));

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

/**
 * Notes that nothing is left to send: the message is not due any more. Nothing changes where it was sent again since
 * it was read.
 * @param options.forgetsText removes the text, which is for one account alone and was sent (MSG-06)
 */
export const noteMessageDone = async (
  table: Table,
  { id, resent }: Pick<StoredMessage, 'id' | 'resent'>,
  { forgetsText }: { readonly forgetsText: boolean },
): Promise<void> => {
  await updateItem(table, {
    TableName: table.name,
    Key: messageKey(id),
    ConditionExpression: `#state = :sending AND ${resent === 0 ? 'attribute_not_exists(resent)' : 'resent = :resent'}`,
    UpdateExpression: `SET #state = :done${forgetsText ? ', facts = :forgotten' : ''} ${removesFromIndex}`,
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':sending': 'sending',
      ':done': 'done',
      ...(resent > 0 && { ':resent': resent }),
      ...(forgetsText && { ':forgotten': forgottenText }),
    },
  });
};

/**
 * Starts the messenger for a message that is due, and makes the message due again later, all or nothing: of several runs
 * that read the same due time, one does.
 * @returns whether this call did
 */
export const resumeMessage = async (
  table: Table,
  { item, dueKey }: DueWork,
  now: Date,
): Promise<'done' | 'refused' | 'busy'> => {
  const { id } = messageFromItem(item);
  const result = await sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: messageKey(id),
        ...movedByOwner(dueKey, dueIndexKeys(messageResumeAt(now), id)),
      },
    },
    wakePut(table, [id], now),
  ]);
  return result.outcome;
};
