import type { IdempotencyKey, MessageId, UserId } from '#shared/schemas/ids';
import type { MessageContent, MessageOf } from '#shared/schemas/message';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { getMessage } from '../../data/messages/messages.ts';
import type { Table } from '../../data/table.ts';
import { cancellationCompletionMs } from '../../limits.ts';

/** Identifies a request that cancels sessions. A repeated request has the same key. */
export interface CancellationRequest {
  readonly by: UserId;
  readonly key: IdempotencyKey;
}

type CancellationMessage = MessageOf<'session-cancelled'>;

interface RequestMessages {
  /** The stored messages, oldest first. */
  readonly stored: readonly CancellationMessage[];
  /** The id that the next message of the request will have. */
  readonly next: MessageId;
}

const isCancellation = (message: MessageContent): message is CancellationMessage =>
  message.kind === 'session-cancelled';

/**
 * The messages of a request: one for all classes, and one more for each later repetition that cancelled sessions which
 * were left out before. Costs one consistent read for each message, and one more.
 */
export const listRequestMessages = async (
  table: Table,
  { by, key }: CancellationRequest,
): Promise<RequestMessages> => {
  const stored: CancellationMessage[] = [];
  for (;;) {
    const number = stored.length === 0 ? [] : [String(stored.length)];
    const id = messageIdOf('session-cancelled', by, key, ...number);
    const message = await getMessage(table, id);
    if (!message || !isCancellation(message)) return { stored, next: id };
    stored.push(message);
  }
};

/**
 * The message for the sessions that a request cancels now. All classes of the request share it, so that a family gets
 * one email (CAN-07).
 */
export const currentMessage = async (
  table: Table,
  request: CancellationRequest,
  now: Date,
): Promise<{ readonly id: MessageId; readonly isStored: boolean }> => {
  const { stored, next } = await listRequestMessages(table, request);
  const last = stored.at(-1);
  const isOpen = last && now.getTime() - Date.parse(last.created_at) < cancellationCompletionMs;
  // After that time the emails of the last message are being sent.
  return isOpen ? { id: last.id, isStored: true } : { id: next, isStored: false };
};
