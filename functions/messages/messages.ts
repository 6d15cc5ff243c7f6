import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { dayMs } from '#shared/lib/durations';
import { type ClassId, type MessageId, messageIdSchema, type UserId } from '#shared/lib/ids';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { CoachingFacts } from '#shared/messages/changes';
import { type MessageContent, messageContentSchema } from '#shared/messages/message';
import type { DueWork } from '../lib/due-work.ts';
import { isNew, putWrite, updateWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  indexKeys,
  itemParser,
  movedByOwner,
  placeInList,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { dueIndexKeys, duePartition } from '../lib/dynamo/keys-of-classes.ts';
import { messageIndexKeys, messageKey, messagesPartition, wakeKey } from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, queryAll, queryFirst } from '../lib/dynamo/reads.ts';
import { putItem, sendTransaction, type TransactionOutcome, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { newWakeId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { messageResumeSeconds } from '../limits.ts';

/**
 * The id of the message of a cause, such as one request of an administrator or one cancellation: the same cause has the
 * same message, so that it is stored once.
 * @param parts the cause, by values that contain no space
 */
export const messageIdOf = (...parts: readonly [string, ...string[]]): MessageId =>
  messageIdSchema.parse(
    `msg_${createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 22)}`,
  );

/** Whether the text of a message is for one account alone: the log does not show it (MSG-06). */
export const isPersonal = ({ kind, audience }: MessageContent): boolean =>
  kind === 'test' || (kind === 'broadcast' && audience.kind === 'family');

/** What is left of a personal text once SES has the email. */
const forgottenText = { subject: '', text: '' } as const;

/** The value of the entity attribute on a request to start the messenger; its stream filter selects it. */
export const wakeEntity = 'messenger-wake';

/** The stream keeps its records for a day. */
const lifetimeSeconds = 24 * 3_600;

export const wakeSchema = z.object({ messages: z.array(messageIdSchema) });

export const wokenMessages = (item: Item): readonly MessageId[] => itemParser(wakeSchema)(item).messages;

const wakeItem = (messages: readonly MessageId[], now: Date): Item => ({
  ...wakeKey(newWakeId(now)),
  [entityAttribute]: wakeEntity,
  messages,
  [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + lifetimeSeconds,
});

/** The write that starts the messenger for messages which are stored already, for the transaction of its cause. */
export const wakePut = (table: Table, messages: readonly MessageId[], now: Date): Write =>
  putWrite(table, wakeItem(messages, now));

/** Starts the messenger for messages which are stored already. */
export const wakeMessenger = async (
  table: Table,
  messages: readonly MessageId[],
  now: Date,
): Promise<void> => {
  await putItem(table, wakeItem(messages, now));
};

/** The value of the entity attribute on a message; the messenger's stream filter selects it. */
export const messageEntity = 'message';

export const messageProgressSchema = z.object({
  /** `queued` until the recipients are stored, `done` when each of them was sent to or held back. */
  state: z.enum(['queued', 'sending', 'done']),
  /** The number of recipients; null until they are stored. */
  recipients: z.nullable(z.int()),
  /** How often it was sent again by hand, and when last. */
  resent: z._default(z.int(), 0),
  resent_at: z.optional(instantSchema),
  /** SES took no email when it was sent last: recipients wait. */
  stopped: z.optional(z.literal(true)),
});

/** A message as stored. */
export type StoredMessage = MessageContent & z.infer<typeof messageProgressSchema>;

export const messageFromItem = (item: Item): StoredMessage => ({
  ...itemParser(messageContentSchema)(item),
  ...itemParser(messageProgressSchema)(item),
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
export const messagePut = (table: Table, content: MessageContent): Write =>
  putWrite(table, messageItem(content), { if: isNew });

/** Stores a message, with extra writes in the same transaction. */
export const storeMessage = async (
  table: Table,
  content: MessageContent,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'stored' | 'stored-before' | 'busy' }> => {
  const result = await sendTransaction(table, [messagePut(table, content), ...extraWrites]);
  if (result.outcome !== 'refused') return { outcome: result.outcome === 'done' ? 'stored' : 'busy' };
  return { outcome: 'stored-before' };
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
  await updateItem(table, messageKey(id), { set: { state: 'sending', recipients }, if: { state: 'queued' } });
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
  await updateItem(table, messageKey(id), {
    set: { state: 'done', ...(forgetsText && { facts: forgottenText }) },
    remove: [...indexKeys, 'stopped'],
    if: { state: 'sending', resent: resent === 0 ? undefined : resent },
  });
};

/** Notes that SES took no email of a message, so that it is known later who waited for it. */
export const noteMessageStopped = async (table: Table, id: MessageId): Promise<void> => {
  await updateItem(table, messageKey(id), { set: { stopped: true }, if: { state: 'sending' } });
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
): Promise<TransactionOutcome> => {
  const { id } = messageFromItem(item);
  return sendTransaction(table, [
    updateWrite(table, messageKey(id), movedByOwner(dueKey, dueIndexKeys(messageResumeAt(now), id))),
    wakePut(table, [id], now),
  ]);
};

/** Starts the messenger for every message that is not finished, which is due at some time. */
export const wakeUnfinished = async (table: Table, now: Date): Promise<void> => {
  const due = await queryAll(table, inPartition(duePartition));
  const ids: MessageId[] = due
    .filter((item) => item[entityAttribute] === messageEntity)
    .map((item) => messageFromItem(item).id);
  if (ids.length > 0) await wakeMessenger(table, ids, now);
};

interface CoachingCause {
  readonly classId: ClassId;
  /** Distinguishes the change from others of the class: the same change has the same message. */
  readonly cause: string;
  readonly by: UserId;
  readonly at: Instant;
}

/** The message that tells coaches of a change, for the transaction of the change; none where it concerns nobody (COA-02). */
export const coachingMessage = (
  table: Table,
  facts: CoachingFacts | null,
  { classId, cause, by, at }: CoachingCause,
): ExtraWrites => {
  if (!facts) return [];
  const id = messageIdOf('coaching-changed', classId, cause);
  const audience = { kind: 'coaches', class_id: classId } as const;
  return [messagePut(table, { id, created_at: at, made_by: by, kind: 'coaching-changed', audience, facts })];
};
