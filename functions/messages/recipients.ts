import * as z from 'zod/mini';
import { type MessageId, type RecipientId, recipientIdSchema } from '#shared/lib/ids';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import {
  type GivenUpHold,
  type HoldReason,
  holdReasonSchema,
  type MessageContent,
  type RecipientState,
  recipientStateSchema,
  recipientStates,
} from '#shared/messages/message';
import { ContentionError } from '../lib/contention.ts';
import {
  type Change,
  exists,
  isNew,
  oneOf,
  plusFromZero,
  putWrite,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { chunk, entityAttribute, type ItemRef, itemParser, tableSchema } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { dueIndexKeys } from '../lib/dynamo/keys-of-classes.ts';
import { messageKey, recipientKey, recipientsPrefix } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Counted } from '../lib/mail/not-sent.ts';
import type { Table } from '../lib/table.ts';
import { recipientsPerWrite } from '../limits.ts';
import { messageExpiry, messageResumeAt, wakePut } from './messages.ts';
import { noteGivenUp } from './unsent-messages.ts';

export const recipientSchema = z.object({
  id: recipientIdSchema,
  state: recipientStateSchema,
  state_at: instantSchema,
  reason: z.optional(holdReasonSchema),
  /** How often SES certainly did not take the email. */
  refusals: z._default(z.int(), 0),
  /** When an administrator decided to leave the email unsent. */
  left_at: z.optional(instantSchema),
  ses_id: z.optional(z.string()),
});
export type Recipient = z.infer<typeof recipientSchema>;

/** Skips refused writes. @throws ContentionError where contention persisted */
const sendAllowed = async <Subject>(
  table: Table,
  subjects: readonly Subject[],
  toWrite: (subject: Subject) => Write,
): Promise<Subject[]> => {
  if (subjects.length === 0) return [];
  const result = await sendTransaction(table, subjects.map(toWrite));
  if (result.outcome === 'done') return [...subjects];
  if (result.outcome === 'busy') throw new ContentionError('Contention on recipients persisted');
  return sendAllowed(
    table,
    subjects.filter((_, index) => !result.refusals[index]),
    toWrite,
  );
};

const recipientPut = (table: Table, message: MessageContent, id: RecipientId, at: Instant): Write =>
  putWrite(
    table,
    {
      ...recipientKey(message.id, id),
      [entityAttribute]: 'recipient',
      ...recipientSchema.parse({ id, state: 'queued', state_at: at }),
      [tableSchema.timeToLiveAttribute]: messageExpiry(message),
    },
    { if: isNew },
  );

/** Queues new recipients; stored ones keep their state. One round trip for each hundred. */
export const addRecipients = async (
  table: Table,
  message: MessageContent,
  recipients: readonly RecipientId[],
  at: Instant,
): Promise<void> => {
  for (const part of chunk(recipients, recipientsPerWrite)) {
    await sendAllowed(table, part, (id) => recipientPut(table, message, id, at));
  }
};

export const listRecipients = async (table: Table, messageId: MessageId): Promise<Recipient[]> => {
  const { PK, SK } = recipientsPrefix(messageId);
  const items = await queryAs(table, itemParser(recipientSchema), {
    ...inPartition({ PK }, { beginning: SK }),
    ConsistentRead: true,
  });
  return items;
};

export const recipientRef = (messageId: MessageId, id: RecipientId): ItemRef<Recipient> => ({
  key: recipientKey(messageId, id),
  fromItem: itemParser(recipientSchema),
});

interface OfMessage {
  readonly messageId: MessageId;
  readonly at: Instant;
}

const changeState = (
  { at }: OfMessage,
  from: readonly RecipientState[],
  to: RecipientState,
  { set, remove }: Change = {},
): Change => ({
  set: { state: to, state_at: at, ...set },
  remove,
  if: { state: oneOf(from) },
});

/** No other run sends to a leased recipient. One round trip, two where some are not queued. @returns the leased ones */
export const leaseRecipients = (
  table: Table,
  change: OfMessage,
  recipients: readonly RecipientId[],
): Promise<RecipientId[]> =>
  sendAllowed(table, recipients, (id) =>
    updateWrite(table, recipientKey(change.messageId, id), changeState(change, ['queued'], 'sending')),
  );

/** Raises the state of a recipient, never lowers it. @returns whether it changed */
export const raiseState = async (
  table: Table,
  change: OfMessage,
  id: RecipientId,
  state: Extract<RecipientState, 'accepted' | 'delivered' | 'bounced' | 'complained'>,
  set: { readonly ses_id?: string } = {},
): Promise<boolean> => {
  const from = recipientStates.slice(0, recipientStates.indexOf(state));
  const update = changeState(change, from, state, { set });
  return (await updateItem(table, recipientKey(change.messageId, id), update)).outcome === 'done';
};

/** Excludes reasons of an email that could not be sent. */
export type NotNeededHold = Exclude<HoldReason, GivenUpHold>;

export const holdBack = async (
  table: Table,
  change: OfMessage,
  id: RecipientId,
  reason: NotNeededHold,
): Promise<void> => {
  const update = changeState(change, ['queued', 'sending'], 'held-back', { set: { reason } });
  await updateItem(table, recipientKey(change.messageId, id), update);
};

/** SES did not take the email for its rate. */
export const releaseRecipient = async (
  table: Table,
  change: OfMessage,
  { id, refusals }: Pick<Recipient, 'id' | 'refusals'>,
): Promise<void> => {
  const update = changeState(change, ['sending'], 'queued', { set: { refusals } });
  await updateItem(table, recipientKey(change.messageId, id), update);
};

/** The recipient waits to be sent to again, or is on "To Do" with its message (OPS-02, OPS-03). */
export const noteRecipientNotSent = async (
  table: Table,
  change: OfMessage,
  { id, refusals }: Pick<Recipient, 'id' | 'refusals'>,
  { cause, waits }: Counted,
): Promise<void> => {
  const key = recipientKey(change.messageId, id);
  if (waits) {
    await updateItem(
      table,
      key,
      changeState(change, ['sending'], 'queued', { set: { refusals: refusals + 1 } }),
    );
    return;
  }
  const reason: GivenUpHold = cause === 'too-late' ? 'too-late' : 'refused';
  const update =
    cause === 'unknown'
      ? changeState(change, ['sending'], 'unknown')
      : changeState(change, ['queued', 'sending'], 'held-back', { set: { reason } });
  if ((await updateItem(table, key, update)).outcome === 'done')
    await noteGivenUp(table, change.messageId, change.at);
};

const requeueUpdate = (table: Table, change: OfMessage, id: RecipientId): Write =>
  updateWrite(
    table,
    recipientKey(change.messageId, id),
    changeState(change, ['held-back', 'unknown'], 'queued', {
      set: { refusals: 0 },
      remove: ['reason', 'left_at'],
    }),
  );

/** Sends the message again, even while a run ends it. Refused where it does not exist. */
const reopenMessage = (table: Table, id: MessageId, now: Date): Write =>
  updateWrite(table, messageKey(id), {
    set: {
      state: 'sending',
      resent: plusFromZero(1),
      resent_at: instantOf(now),
      ...dueIndexKeys(messageResumeAt(now), id),
    },
    if: exists,
  });

type SendAgainOutcome =
  /** Recipients that this request queued. */
  { readonly outcome: 'done'; readonly queued: number } | { readonly outcome: 'no-message' | 'busy' };

interface ChosenRecipients {
  readonly id: MessageId;
  readonly recipients: readonly RecipientId[];
  readonly now: Date;
  readonly at: Instant;
}

/** Skips recipients in another state. All or nothing with the fixed writes. */
const changeRecipients = async (
  table: Table,
  recipients: readonly RecipientId[],
  fixed: ExtraWrites,
  change: (id: RecipientId) => Write,
): Promise<SendAgainOutcome> => {
  for (let left = recipients; left.length > 0; ) {
    const result = await sendTransaction(table, [...fixed, ...left.map(change)]);
    if (result.outcome === 'busy') return { outcome: 'busy' };
    if (result.outcome === 'done') return { outcome: 'done', queued: left.length };
    if (result.refusals[0]) return { outcome: 'no-message' };
    left = left.filter((_, index) => !result.refusals[fixed.length + index]);
  }
  return { outcome: 'done', queued: 0 };
};

/** Only those held back, or of unknown outcome; all or nothing. A repeated request queues nobody. */
export const sendAgain = async (
  table: Table,
  { id, recipients, now, at }: ChosenRecipients,
  extraWrites: ExtraWrites,
): Promise<SendAgainOutcome> => {
  const fixed = [reopenMessage(table, id, now), wakePut(table, [id], now), ...extraWrites];
  return changeRecipients(table, recipients, fixed, (recipient) =>
    requeueUpdate(table, { messageId: id, at }, recipient),
  );
};

/** The office leaves these recipients unsent. */
export const leaveRecipients = (
  table: Table,
  { id, recipients, at }: ChosenRecipients,
  extraWrites: ExtraWrites,
): Promise<SendAgainOutcome> =>
  changeRecipients(table, recipients, extraWrites, (recipient) =>
    updateWrite(table, recipientKey(id, recipient), {
      set: { left_at: at },
      if: { state: oneOf(['held-back', 'unknown']) },
    }),
  );
