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
  moveInOwnerIndex,
  positionInList,
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

/** One cause, such as a request, has one message, which is stored once. @param parts the cause, by values without spaces */
export const messageIdOf = (...parts: readonly [string, ...string[]]): MessageId =>
  messageIdSchema.parse(
    `msg_${createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 22)}`,
  );

/** The log shows no text that is for one account alone (MSG-06). */
export const isPersonal = ({ kind, audience }: MessageContent): boolean =>
  kind === 'test' || (kind === 'broadcast' && audience.kind === 'family');

/** Replaces a personal text once SES has the email. */
const forgottenText = { subject: '', text: '' } as const;

export const wakeEntity = 'messenger-wake';

/** The stream keeps its record for a day. */
const lifetimeSeconds = 24 * 3_600;

export const wakeSchema = z.object({ messages: z.array(messageIdSchema) });

export const wokenMessages = (item: Item): readonly MessageId[] => itemParser(wakeSchema)(item).messages;

const wakeItem = (messages: readonly MessageId[], now: Date): Item => ({
  ...wakeKey(newWakeId(now)),
  [entityAttribute]: wakeEntity,
  messages,
  [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + lifetimeSeconds,
});

/** Starts the messenger for stored messages, in the transaction of a cause. */
export const wakePut = (table: Table, messages: readonly MessageId[], now: Date): Write =>
  putWrite(table, wakeItem(messages, now));

export const wakeMessenger = async (
  table: Table,
  messages: readonly MessageId[],
  now: Date,
): Promise<void> => {
  await putItem(table, wakeItem(messages, now));
};

export const messageEntity = 'message';

export const messageProgressSchema = z.object({
  /** `queued` until the recipients are stored, `done` when each was sent to or held back. */
  state: z.enum(['queued', 'sending', 'done']),
  /** Null until the recipients are stored. */
  recipients: z.nullable(z.int()),
  /** How often, and when last, somebody sent the message again by hand. */
  resent: z._default(z.int(), 0),
  resent_at: z.optional(instantSchema),
  /** SES took no email of the last sending: recipients wait. */
  stopped: z.optional(z.literal(true)),
});

export type StoredMessage = MessageContent & z.infer<typeof messageProgressSchema>;

export const messageFromItem = (item: Item): StoredMessage => ({
  ...itemParser(messageContentSchema)(item),
  ...itemParser(messageProgressSchema)(item),
});

export const messageBegun = ({ created_at, resent_at }: StoredMessage): Instant => resent_at ?? created_at;

const messageRef = (id: MessageId): ItemRef<StoredMessage> => ({
  key: messageKey(id),
  fromItem: messageFromItem,
});

export const messageExpiry = ({ created_at }: Pick<MessageContent, 'created_at'>): number =>
  toEpochSeconds(new Date(Date.parse(created_at) + limits.messageLogDays * dayMs));

/** When unfinished messages are read next. */
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

/** In the transaction of the cause: from then on the message is sent, whatever fails. Refused for a known cause. */
export const messagePut = (table: Table, content: MessageContent): Write =>
  putWrite(table, messageItem(content), { if: isNew });

export const storeMessage = async (
  table: Table,
  content: MessageContent,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'stored' | 'stored-before' | 'busy' }> => {
  const result = await sendTransaction(table, [messagePut(table, content), ...extraWrites]);
  if (result.outcome !== 'refused') return { outcome: result.outcome === 'done' ? 'stored' : 'busy' };
  return { outcome: 'stored-before' };
};

export const getMessage = (table: Table, id: MessageId): Promise<StoredMessage | undefined> =>
  getItem(table, messageRef(id));

/** Skips absent ones. One consistent round trip for each hundred. */
export const readMessages = async (table: Table, ids: readonly MessageId[]): Promise<StoredMessage[]> => {
  const read = await batchRead(table, ids.map(messageRef), { consistent: true });
  return ids.flatMap((id) => read(messageRef(id)) ?? []);
};

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

/** The next page begins after this position. */
export const messagePosition = (message: Pick<MessageContent, 'id' | 'created_at'>): string =>
  positionInList(messageIndexKeys(message));

export const noteRecipientsStored = async (
  table: Table,
  { id }: MessageContent,
  recipients: number,
): Promise<void> => {
  await updateItem(table, messageKey(id), { set: { state: 'sending', recipients }, if: { state: 'queued' } });
};

/** Ignored where it was sent again since the read. @param options.forgetsText for a sent text of one account (MSG-06) */
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

/** Stores that SES took no email, so that it is known later who waited. */
export const noteMessageStopped = async (table: Table, id: MessageId): Promise<void> => {
  await updateItem(table, messageKey(id), { set: { stopped: true }, if: { state: 'sending' } });
};

/** Makes the message due again later, all or nothing: one of several runs succeeds. @returns whether this call did */
export const resumeMessage = async (
  table: Table,
  { item, dueKey }: DueWork,
  now: Date,
): Promise<TransactionOutcome> => {
  const { id } = messageFromItem(item);
  return sendTransaction(table, [
    updateWrite(table, messageKey(id), moveInOwnerIndex(dueKey, dueIndexKeys(messageResumeAt(now), id))),
    wakePut(table, [id], now),
  ]);
};

/** Every unfinished message is due at some time. */
export const wakeUnfinished = async (table: Table, now: Date): Promise<void> => {
  const due = await queryAll(table, inPartition(duePartition));
  const ids: MessageId[] = due
    .filter((item) => item[entityAttribute] === messageEntity)
    .map((item) => messageFromItem(item).id);
  if (ids.length > 0) await wakeMessenger(table, ids, now);
};

interface CoachingCause {
  readonly classId: ClassId;
  /** Tells changes of one class apart: the same change has the same message. */
  readonly cause: string;
  readonly by: UserId;
  readonly at: Instant;
}

/** Belongs in the transaction of the change. No writes where no coach is concerned (COA-02). */
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
