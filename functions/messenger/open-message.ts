import { instantOf } from '#shared/domain/time/instant-of';
import type { RecipientId } from '#shared/schemas/ids';
import { messageBegun, noteRecipientsStored, type StoredMessage } from '../data/messages/messages.ts';
import { addRecipients, listRecipients, noteUnknown, type Recipient } from '../data/messages/recipients.ts';
import { isTooOld } from '../lib/email/sending/is-too-old.ts';
import { preparedAtOnce, recipientsPerWrite, senderLeaseSeconds } from '../limits.ts';
import type { MessengerDeps } from './deps.ts';
import type { PreparedMail, PreparedMessage } from './kinds/prepared.ts';
import { prepareMessage } from './kinds/registry.ts';

/** A message that this run sends. */
export interface OpenMessage {
  readonly message: StoredMessage;
  readonly prepared: PreparedMessage;
  /** Recipients that are not stored yet; undefined once all are. */
  unstored: RecipientId[] | undefined;
  /** Those that are sent to next, in order. */
  readonly queue: Recipient[];
  /** The emails to recipients of the queue, as far as they are read. */
  readonly mails: Map<RecipientId, PreparedMail>;
  /** Ends when the latest reading of emails has ended. */
  reading: Promise<void>;
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

/** A message that is too old to be sent: those who wait for it are held back. The work that it tells of is done. */
const tooLate: PreparedMessage = {
  recipients: [],
  mailsFor: async (ids) => new Map(ids.map((id) => [id, { held: 'too-late' }])),
};

/**
 * Reads whom a message goes to and who is still to be sent to. A recipient whose run ended between lease and outcome is
 * noted as unknown. May be interrupted anywhere and called again.
 */
export const openMessage = async (message: StoredMessage, deps: MessengerDeps): Promise<OpenMessage> => {
  const { table, clock } = deps;
  const current = await prepareMessage(message, deps);
  const prepared = isTooOld(messageBegun(message), clock()) ? tooLate : current;
  const recipients = await listRecipients(table, message.id);
  const now = clock();
  const abandoned = recipients.filter((recipient) => isAbandoned(recipient, now));
  for (const { id } of abandoned) await noteUnknown(table, { messageId: message.id, at: instantOf(now) }, id);
  const sending = recipients.filter(({ state }) => state === 'sending');
  const stored = new Set(recipients.map(({ id }) => id));
  return {
    message,
    prepared,
    unstored: message.state === 'queued' ? prepared.recipients.filter((id) => !stored.has(id)) : undefined,
    queue: recipients.filter(({ state }) => state === 'queued').toSorted(byRefusals),
    mails: new Map(),
    reading: Promise.resolve(),
    isIncomplete: sending.length > abandoned.length,
    refusals: 0,
  };
};

/** Stores some more recipients of a message, and notes it when all are stored. One round trip. */
export const storeRecipients = async (open: OpenMessage, { table, clock }: MessengerDeps): Promise<void> => {
  const { message, unstored = [], queue } = open;
  const part = unstored.slice(0, recipientsPerWrite);
  const at = instantOf(clock());
  await addRecipients(table, message, part, at);
  queue.push(...part.map((id): Recipient => ({ id, state: 'queued', state_at: at, refusals: 0 })));
  open.unstored = unstored.slice(part.length);
  if (open.unstored.length > 0) return;
  // Every recipient that is stored is in the queue: nothing was sent before this.
  await noteRecipientsStored(table, message, queue.length);
  open.unstored = undefined;
};

/** Reads the emails to recipients together with those of the next in the queue, unless they are read. */
export const readMails = (open: OpenMessage, ids: readonly RecipientId[]): Promise<void> => {
  const read = async (): Promise<void> => {
    const missing = ids.filter((id) => !open.mails.has(id));
    if (missing.length === 0) return;
    const next = open.queue.map(({ id }) => id).filter((id) => !open.mails.has(id));
    const wanted = [...missing, ...next].slice(0, preparedAtOnce);
    const mails = await open.prepared.mailsFor(wanted);
    for (const id of wanted) open.mails.set(id, mails.get(id) ?? { held: 'no-longer-concerned' });
  };
  // One after the other, so that two rounds at once do not read the same.
  open.reading = open.reading.then(read);
  return open.reading;
};
