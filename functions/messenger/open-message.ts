import { instantOf } from '#shared/domain/time/instant-of';
import type { RecipientId } from '#shared/schemas/ids';
import { noteRecipientsStored, type StoredMessage } from '../data/messages/messages.ts';
import { addRecipients, listRecipients, noteUnknown, type Recipient } from '../data/messages/recipients.ts';
import { senderLeaseSeconds } from '../limits.ts';
import type { MessengerDeps } from './deps.ts';
import type { PreparedMails } from './kinds/prepared.ts';
import { prepareMessage } from './kinds/registry.ts';

/** A message that this run sends. */
export interface OpenMessage {
  readonly message: StoredMessage;
  readonly mails: PreparedMails;
  /** Those that are sent to next, in order. */
  readonly queue: Recipient[];
  /** Recipients that this run leaves to a later one. */
  isIncomplete: boolean;
  /** Refusals by SES in a row, other than for its rate. */
  refusals: number;
}

/** Whether the run that leased a recipient has ended: it would have noted the outcome by now. */
const isAbandoned = ({ state, state_at }: Recipient, now: Date): boolean =>
  state === 'sending' && now.getTime() - Date.parse(state_at) > senderLeaseSeconds * 1_000;

/** Those whose first attempt is still to come are sent to first. */
const byRefusals = (one: Recipient, other: Recipient): number => one.refusals - other.refusals;

/**
 * Stores the recipients of a message that has none yet, and reads who is still to be sent to. A recipient whose run ended
 * between lease and outcome is noted as unknown. May be interrupted anywhere and called again.
 */
export const openMessage = async (message: StoredMessage, deps: MessengerDeps): Promise<OpenMessage> => {
  const { table, clock } = deps;
  const mails = await prepareMessage(message, deps);
  if (message.state === 'queued') {
    const ids: readonly RecipientId[] = [...mails.keys()];
    await addRecipients(table, message, ids, instantOf(clock()));
    await noteRecipientsStored(table, message, ids.length);
  }
  const recipients = await listRecipients(table, message.id);
  const now = clock();
  const abandoned = recipients.filter((recipient) => isAbandoned(recipient, now));
  for (const { id } of abandoned) await noteUnknown(table, { messageId: message.id, at: instantOf(now) }, id);
  const sending = recipients.filter(({ state }) => state === 'sending');
  return {
    message,
    mails,
    queue: recipients.filter(({ state }) => state === 'queued').toSorted(byRefusals),
    isIncomplete: sending.length > abandoned.length,
    refusals: 0,
  };
};
