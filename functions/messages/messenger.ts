import { randomUUID } from 'node:crypto';
import type { MessageId, RecipientId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { instantOf } from '#shared/lib/values';
import { recipientStates } from '#shared/messages/message';
import { allEnded } from '../lib/clock.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { log } from '../lib/log.ts';
import { EmailError, isTooOld } from '../lib/mail/outcomes.ts';
import { sendEmail } from '../lib/mail/send.ts';
import {
  mailRefusals,
  messengerCheckMs,
  messengerRunMs,
  preparedAtOnce,
  recipientsAtOnce,
  recipientsPerWrite,
  senderLeaseSeconds,
} from '../limits.ts';
import { prepareMessage, priorityOf } from './kinds.ts';
import {
  isPersonal,
  messageBegun,
  noteMessageDone,
  noteRecipientsStored,
  readMessages,
  type StoredMessage,
  wakeMessenger,
} from './messages.ts';
import { createPacer, type Pacer } from './pacer.ts';
import {
  addRecipients,
  holdBack,
  leaseRecipients,
  listRecipients,
  noteUnknown,
  type Recipient,
  raiseState,
  releaseRecipient,
} from './recipients.ts';
import { acquireSender, releaseSender, removePending, renewSender } from './sender.ts';
import type { PreparedMail, PreparedMessage } from './to-families.ts';

/** A message that this run sends. */
interface OpenMessage {
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
const openMessage = async (message: StoredMessage, deps: MessengerDeps): Promise<OpenMessage> => {
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
const storeRecipients = async (open: OpenMessage, { table, clock }: MessengerDeps): Promise<void> => {
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
const readMails = (open: OpenMessage, ids: readonly RecipientId[]): Promise<void> => {
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

interface Round {
  readonly open: OpenMessage;
  readonly deps: MessengerDeps;
  readonly pacer: Pacer;
}

const changeOf = ({ open, deps }: Round) => ({ messageId: open.message.id, at: instantOf(deps.clock()) });

type Compose = Extract<PreparedMail, { compose: unknown }>['compose'];

/** What makes the email of a recipient; undefined where there is none, which is noted with its reason. */
const composeFor = async (round: Round, id: RecipientId): Promise<Compose | undefined> => {
  const prepared = round.open.mails.get(id) ?? { held: 'no-longer-concerned' };
  if ('compose' in prepared) return prepared.compose;
  await holdBack(round.deps.table, changeOf(round), id, prepared.held);
  return undefined;
};

/**
 * Notes that SES certainly did not take an email. It is tried again in this run only if SES was too busy, which counts as no
 * refusal: this run goes on at the rate that SES takes.
 */
const noteNotSent = async (round: Round, recipient: Recipient, error: EmailError): Promise<void> => {
  const { open, deps, pacer } = round;
  const { id } = recipient;
  if (error.isThrottled) {
    pacer.slowDown();
    await releaseRecipient(deps.table, changeOf(round), id, recipient);
    open.queue.push(recipient);
    return;
  }
  open.refusals += 1;
  log.error('message.refused', error, { message: open.message.id, recipient: id });
  const refusals = recipient.refusals + 1;
  if (refusals >= mailRefusals) {
    await holdBack(deps.table, changeOf(round), id, 'refused');
    return;
  }
  await releaseRecipient(deps.table, changeOf(round), id, { refusals });
  open.isIncomplete = true;
};

const sendTo = async (round: Round, recipient: Recipient, compose: Compose): Promise<void> => {
  const { open, deps, pacer } = round;
  const { id } = recipient;
  await pacer.turn();
  const mail = await compose();
  if (!mail) {
    await holdBack(deps.table, changeOf(round), id, 'no-longer-concerned');
    return;
  }
  try {
    await sendEmail({ ...mail, partOf: { message: open.message.id, recipient: id } }, deps.mail);
  } catch (error) {
    if (error instanceof EmailError && error.outcome === 'not-sent')
      await noteNotSent(round, recipient, error);
    else {
      log.error('message.unknown', error, { message: open.message.id, recipient: id });
      await noteUnknown(deps.table, changeOf(round), id);
    }
    return;
  }
  pacer.noteAccepted();
  open.refusals = 0;
  await raiseState(deps.table, changeOf(round), id, 'accepted');
};

/**
 * Sends to the next recipients of a message, at most `recipientsAtOnce`: one round trip leases them all, then each takes
 * one to SES and one that notes the outcome.
 * @throws what the table throws; leased recipients whose outcome is not noted become unknown later
 */
const sendRound = async (open: OpenMessage, deps: MessengerDeps, pacer: Pacer): Promise<void> => {
  const round: Round = { open, deps, pacer };
  const recipients = open.queue.splice(0, recipientsAtOnce);
  await readMails(
    open,
    recipients.map(({ id }) => id),
  );
  const mails = new Map<RecipientId, Compose>();
  for (const { id } of recipients) {
    const compose = await composeFor(round, id);
    if (compose) mails.set(id, compose);
  }
  const leased = new Set(await leaseRecipients(deps.table, changeOf(round), [...mails.keys()]));
  const sendings = recipients.map(async (recipient) => {
    const compose = mails.get(recipient.id);
    if (compose && leased.has(recipient.id)) await sendTo(round, recipient, compose);
  });
  await allEnded(sendings);
};

/** One run of the messenger. */
interface Run {
  readonly holder: string;
  readonly deps: MessengerDeps;
  readonly pacer: Pacer;
  /** When it ends, as `elapsed` counts: some time after it has read its first message. */
  endAt: number | undefined;
  /** The messages that it has begun to send. */
  readonly open: Map<MessageId, OpenMessage>;
  /** Why messages could not be sent. */
  readonly errors: unknown[];
  /** When it last stored recipients or sent to some. */
  progressAt: Date | undefined;
}

/** The message that is sent first: by kind, and of one kind the oldest. */
const firstOf = (messages: readonly StoredMessage[]): StoredMessage | undefined =>
  messages.toSorted(
    (one, other) => priorityOf(one) - priorityOf(other) || ascending(one.created_at, other.created_at),
  )[0];

/** Whether this run sends no more of a message: all are sent to, or SES refuses one after the other. */
const isOver = ({ unstored, queue, refusals }: OpenMessage): boolean =>
  !unstored && (queue.length === 0 || refusals >= mailRefusals);

/** How many steps of this run are left: each recipient is stored, then sent to. */
const countLeft = ({ unstored = [], queue }: OpenMessage): number => 2 * unstored.length + queue.length;

/** Two, so that the next turn is used while a round waits for its last answers. */
const roundsAtOnce = 2;

/**
 * Stores recipients of a message, then sends to them, for some time, but one step at least: however long it took to read
 * the message, a run makes progress.
 * @throws what the steps throw, after all rounds have ended
 */
const sendFor = async (message: OpenMessage, ms: number, { deps, pacer }: Run): Promise<void> => {
  const until = deps.elapsed() + ms;
  while (message.unstored) {
    await storeRecipients(message, deps);
    if (message.unstored && deps.elapsed() >= until) return;
  }
  const sendRounds = async (): Promise<void> => {
    for (let isFirst = true; !isOver(message) && (isFirst || deps.elapsed() < until); isFirst = false)
      await sendRound(message, deps, pacer);
  };
  await allEnded(Array.from({ length: roundsAtOnce }, sendRounds));
};

/** Whether a text for one account was sent: one that was not can be sent again by hand. One Query. */
const isTextSent = async (message: StoredMessage, { table }: MessengerDeps): Promise<boolean> =>
  isPersonal(message) &&
  (await listRecipients(table, message.id)).every(
    ({ state }) => recipientStates.indexOf(state) >= recipientStates.indexOf('accepted'),
  );

/** Ends a message for this run. What is left is for a later one, which the timer starts. */
const closeMessage = async ({ message, queue, isIncomplete }: OpenMessage, { deps, open }: Run) => {
  const isDone = queue.length === 0 && !isIncomplete;
  if (isDone) await noteMessageDone(deps.table, message, { forgetsText: await isTextSent(message, deps) });
  await removePending(deps.table, message.id);
  open.delete(message.id);
  log.info(isDone ? 'message.done' : 'message.paused', { message: message.id, kind: message.kind });
};

/** Sends a message for some seconds. An error ends it for this run, and keeps no other message from being sent. */
const sendMessage = async (message: StoredMessage, run: Run): Promise<void> => {
  const { deps, open, errors } = run;
  try {
    const current = open.get(message.id) ?? (await openMessage(message, deps));
    open.set(message.id, current);
    run.endAt ??= deps.elapsed() + messengerRunMs;
    const before = countLeft(current);
    await sendFor(current, messengerCheckMs, run);
    if (countLeft(current) < before) run.progressAt = deps.clock();
    if (isOver(current)) await closeMessage(current, run);
  } catch (error) {
    log.error('message.failed', error, { message: message.id, kind: message.kind });
    errors.push(error);
    open.delete(message.id);
    await removePending(deps.table, message.id);
  }
};

/** Waiting messages that are not done; those that are, or are gone, wait no more. */
const readPending = async (
  ids: readonly MessageId[],
  { table }: MessengerDeps,
): Promise<readonly StoredMessage[]> => {
  const messages = (await readMessages(table, ids)).filter(({ state }) => state !== 'done');
  const found = new Set(messages.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) await removePending(table, id);
  return messages;
};

/**
 * Sends the waiting messages in their order until none is left or the run ends. Every few seconds it looks whether one of
 * higher priority waits by now.
 * @returns the messages that are left; undefined where another run sends by now
 */
const sendPending = async (
  pendingAtStart: readonly MessageId[],
  run: Run,
): Promise<readonly MessageId[] | undefined> => {
  const { table, elapsed, clock } = run.deps;
  for (let pending: readonly MessageId[] | undefined = pendingAtStart; pending; ) {
    const first = firstOf(await readPending(pending, run.deps));
    if (!first) return [];
    await sendMessage(first, run);
    pending = await renewSender(table, { holder: run.holder, now: clock(), progressAt: run.progressAt });
    if (pending && (pending.length === 0 || (run.endAt !== undefined && elapsed() >= run.endAt)))
      return pending;
  }
  return undefined;
};

/** Releases the right to send. @returns whether no message waits, or the rest is for another run */
const endRun = async (left: readonly MessageId[], { holder, deps }: Run): Promise<boolean> => {
  const { table, clock } = deps;
  if (left.length === 0) return releaseSender(table, holder, { onlyIfIdle: true });
  await releaseSender(table, holder, { onlyIfIdle: false });
  // After the release: a run that is started now can send.
  await wakeMessenger(table, left, clock());
  return true;
};

const sendAll = async (pendingAtStart: readonly MessageId[], run: Run): Promise<void> => {
  const { holder, deps } = run;
  for (let pending: readonly MessageId[] | undefined = pendingAtStart; pending; ) {
    const left = await sendPending(pending, run);
    if (!left || (await endRun(left, run))) return;
    // A message was added between the last read and the release.
    pending = await renewSender(deps.table, {
      holder,
      now: deps.clock(),
      progressAt: run.progressAt,
    });
  }
};

/**
 * Sends messages, and whatever else waits to be sent. Runs may overlap, end anywhere and be repeated: one run at a time
 * sends, and no recipient is sent to twice.
 * @param ids messages that were stored, or are to be resumed
 * @throws the first error that kept a message from being sent: the timer resumes it, or the next delivery of the record
 */
export const sendMessages = async (ids: readonly MessageId[], deps: MessengerDeps): Promise<void> => {
  const messages = await readMessages(deps.table, ids);
  if (messages.every(({ state }) => state === 'done')) return;
  const holder = randomUUID();
  const pending = await acquireSender(deps.table, { holder, now: deps.clock(), ids });
  if (!pending) return;
  const run: Run = {
    holder,
    deps,
    pacer: createPacer(deps),
    endAt: undefined,
    open: new Map(),
    errors: [],
    progressAt: undefined,
  };
  try {
    await sendAll(pending, run);
  } catch (error) {
    await releaseSender(deps.table, holder, { onlyIfIdle: false });
    throw error;
  }
  if (run.errors.length > 0) throw run.errors[0];
};
