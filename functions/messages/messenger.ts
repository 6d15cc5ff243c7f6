import { randomUUID } from 'node:crypto';
import type { MessageId, RecipientId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { instantOf } from '#shared/lib/values';
import { recipientStates } from '#shared/messages/message';
import { isStopCause, type NotSentCause } from '#shared/messages/unsent';
import { waitForAll } from '../lib/clock.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { log } from '../lib/log.ts';
import { noteMailLeft, noteNotSent } from '../lib/mail/not-sent.ts';
import { EmailError, isTooOld, TooLateError } from '../lib/mail/outcomes.ts';
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
  noteMessageStopped,
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
  type NotNeededHold,
  noteRecipientNotSent,
  type Recipient,
  raiseState,
  releaseRecipient,
} from './recipients.ts';
import { acquireSender, releaseSender, removePending, renewSender } from './sender.ts';
import { type PreparedMail, type PreparedMessage, toNobody } from './to-families.ts';
import { noteWaiting } from './unsent-messages.ts';

interface OpenMessage {
  readonly message: StoredMessage;
  readonly prepared: PreparedMessage;
  unstored: RecipientId[] | undefined;
  readonly queue: Recipient[];
  /** The emails that were read already, of recipients in the queue. */
  readonly mails: Map<RecipientId, PreparedMail>;
  /** Settles when the latest reading of emails has ended. */
  reading: Promise<void>;
  isIncomplete: boolean;
  /** Refusals by SES in a row, other than for the rate. */
  refusals: number;
  /** How many recipients wait because SES takes no email. */
  waiting: number;
  leftAt: Date | undefined;
  /** How many recipients were stored, sent to, or given up. */
  steps: number;
  readonly isTooLate: boolean;
}

/** A run that is still alive would have stored the outcome by now. */
const isAbandoned = ({ state, state_at }: Recipient, now: Date): boolean =>
  state === 'sending' && now.getTime() - Date.parse(state_at) > senderLeaseSeconds * 1_000;

const byRefusals = (one: Recipient, other: Recipient): number => one.refusals - other.refusals;

const noteEmailNotSent = (
  { table, clock }: MessengerDeps,
  messageId: MessageId,
  recipient: Pick<Recipient, 'id' | 'refusals'>,
  notSent: { readonly error: unknown; readonly cause: NotSentCause; readonly waits: boolean },
): Promise<void> => {
  const now = clock();
  const fields = { message: messageId, recipient: recipient.id };
  return noteNotSent(table, { ...notSent, now, fields }, (counted) =>
    noteRecipientNotSent(table, { messageId, at: instantOf(now) }, recipient, counted),
  );
};

/** A recipient whose run ended between lease and outcome becomes unknown. Can be interrupted and called again. */
const openMessage = async (message: StoredMessage, deps: MessengerDeps): Promise<OpenMessage> => {
  const { table, clock } = deps;
  const current = await prepareMessage(message, deps);
  // Even where the message is too old to be sent, its work is done.
  const isTooLate = isTooOld(messageBegun(message), clock());
  const prepared = isTooLate ? toNobody : current;
  const recipients = await listRecipients(table, message.id);
  const now = clock();
  const abandoned = recipients.filter((recipient) => isAbandoned(recipient, now));
  for (const recipient of abandoned) {
    const error = new Error('The run that was sending has ended');
    await noteEmailNotSent(deps, message.id, recipient, { error, cause: 'unknown', waits: false });
  }
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
    waiting: 0,
    leftAt: undefined,
    steps: 0,
    isTooLate,
  };
};

/** Stores a page of recipients. One round trip. */
const storeRecipients = async (open: OpenMessage, { table, clock }: MessengerDeps): Promise<void> => {
  const { message, unstored = [], queue } = open;
  const part = unstored.slice(0, recipientsPerWrite);
  const at = instantOf(clock());
  await addRecipients(table, message, part, at);
  queue.push(...part.map((id): Recipient => ({ id, state: 'queued', state_at: at, refusals: 0 })));
  open.unstored = unstored.slice(part.length);
  open.steps += part.length;
  if (open.unstored.length > 0) return;
  // The queue has all stored recipients, since nothing was sent before.
  await noteRecipientsStored(table, message, queue.length);
  open.unstored = undefined;
};

/** Reads the emails of some recipients and the next ones of the queue, unless they were read. */
const readMails = (open: OpenMessage, ids: readonly RecipientId[]): Promise<void> => {
  const read = async (): Promise<void> => {
    const missing = ids.filter((id) => !open.mails.has(id));
    if (missing.length === 0) return;
    const next = open.queue.map(({ id }) => id).filter((id) => !open.mails.has(id));
    const wanted = [...missing, ...next].slice(0, preparedAtOnce);
    const mails = await open.prepared.mailsFor(wanted);
    for (const id of wanted) open.mails.set(id, mails.get(id) ?? { held: 'no-longer-concerned' });
  };
  // In series, so that two rounds do not read the same.
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

/** No email is needed, or it became too late while waiting for SES (OPS-02). */
const noteSkipped = async (round: Round, recipient: Recipient, reason: NotNeededHold): Promise<void> => {
  const { open, deps } = round;
  open.steps += 1;
  const isLate = open.isTooLate || (open.message.stopped && reason === 'no-longer-concerned');
  if (!isLate) {
    await holdBack(deps.table, changeOf(round), recipient.id, reason);
    return;
  }
  const error = new TooLateError('The email is of no use any more');
  await noteEmailNotSent(deps, open.message.id, recipient, { error, cause: 'too-late', waits: false });
};

/** Undefined where no email is needed; the reason is stored. */
const composeFor = async (round: Round, recipient: Recipient): Promise<Compose | undefined> => {
  const prepared = round.open.mails.get(recipient.id) ?? { held: 'no-longer-concerned' };
  if ('compose' in prepared) return prepared.compose;
  await noteSkipped(round, recipient, prepared.held);
  return undefined;
};

/**
 * Where SES was too busy, this run tries again and counts no refusal, since it slows down. While SES takes no email at all, a
 * later run tries again without a limit.
 */
const noteRefused = async (round: Round, recipient: Recipient, error: EmailError): Promise<void> => {
  const { open, deps, pacer } = round;
  const { id } = recipient;
  if (error.isThrottled) {
    pacer.slowDown();
    await releaseRecipient(deps.table, changeOf(round), recipient);
    open.queue.push(recipient);
    return;
  }
  open.refusals += 1;
  log.error('message.refused', error, { message: open.message.id, recipient: id });
  const { failure: cause } = error;
  const isStop = isStopCause(cause);
  const waits = isStop || recipient.refusals + 1 < mailRefusals;
  await noteEmailNotSent(deps, open.message.id, recipient, { error, cause, waits });
  if (!waits) open.steps += 1;
  open.isIncomplete ||= waits;
  open.waiting += Number(isStop);
};

const sendTo = async (round: Round, recipient: Recipient, compose: Compose): Promise<void> => {
  const { open, deps, pacer } = round;
  const { id } = recipient;
  await pacer.turn();
  const mail = await compose();
  if (!mail) {
    await noteSkipped(round, recipient, 'no-longer-concerned');
    return;
  }
  let ses_id: string;
  try {
    ses_id = await sendEmail({ ...mail, inMessage: { message: open.message.id, recipient: id } }, deps.mail);
  } catch (error) {
    if (error instanceof EmailError && error.outcome === 'not-sent')
      await noteRefused(round, recipient, error);
    else {
      log.error('message.unknown', error, { message: open.message.id, recipient: id });
      open.steps += 1;
      await noteEmailNotSent(deps, open.message.id, recipient, { error, cause: 'unknown', waits: false });
    }
    return;
  }
  pacer.noteAccepted();
  open.refusals = 0;
  open.steps += 1;
  open.leftAt = deps.clock();
  await raiseState(deps.table, changeOf(round), id, 'accepted', { ses_id });
};

/**
 * At most `recipientsAtOnce`: one round trip leases all, then each takes one to SES and one for the outcome.
 * @throws what the table throws; leased recipients without a stored outcome become unknown later
 */
const sendRound = async (open: OpenMessage, deps: MessengerDeps, pacer: Pacer): Promise<void> => {
  const round: Round = { open, deps, pacer };
  const recipients = open.queue.splice(0, recipientsAtOnce);
  await readMails(
    open,
    recipients.map(({ id }) => id),
  );
  const mails = new Map<RecipientId, Compose>();
  for (const recipient of recipients) {
    const compose = await composeFor(round, recipient);
    if (compose) mails.set(recipient.id, compose);
  }
  const leased = new Set(await leaseRecipients(deps.table, changeOf(round), [...mails.keys()]));
  const sendings = recipients.map(async (recipient) => {
    const compose = mails.get(recipient.id);
    if (compose && leased.has(recipient.id)) await sendTo(round, recipient, compose);
  });
  await waitForAll(sendings);
};

interface Run {
  readonly holder: string;
  readonly deps: MessengerDeps;
  readonly pacer: Pacer;
  /** In the time of `elapsed`, counted from the end of reading the first message. */
  endAt: number | undefined;
  readonly open: Map<MessageId, OpenMessage>;
  readonly errors: unknown[];
  progressAt: Date | undefined;
  leftAt: Date | undefined;
}

/** By kind, and of one kind the oldest. */
const firstOf = (messages: readonly StoredMessage[]): StoredMessage | undefined =>
  messages.toSorted(
    (one, other) => priorityOf(one) - priorityOf(other) || ascending(one.created_at, other.created_at),
  )[0];

/** All are sent to, or SES refuses one after the other. */
const isOver = ({ unstored, queue, refusals }: OpenMessage): boolean =>
  !unstored && (queue.length === 0 || refusals >= mailRefusals);

/** The second round uses the next turn while the first waits for its last answers. */
const roundsAtOnce = 2;

/** For some time, but at least one step, so that a run makes progress. @throws what steps throw, after all rounds ended */
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
  await waitForAll(Array.from({ length: roundsAtOnce }, sendRounds));
};

/** A text for one account that was not sent can be sent again by hand. One Query. */
const isTextSent = async (message: StoredMessage, { table }: MessengerDeps): Promise<boolean> =>
  isPersonal(message) &&
  (await listRecipients(table, message.id)).every(
    ({ state }) => recipientStates.indexOf(state) >= recipientStates.indexOf('accepted'),
  );

/** The timer starts a later run for what is left. */
const closeMessage = async ({ message, queue, isIncomplete, waiting }: OpenMessage, { deps, open }: Run) => {
  const isDone = queue.length === 0 && !isIncomplete;
  if (waiting > 0) await noteMessageStopped(deps.table, message.id);
  if (waiting > 0 || message.stopped) {
    const left = waiting > 0 ? waiting + queue.length : 0;
    await noteWaiting(deps.table, { id: message.id, waiting: left, at: instantOf(deps.clock()) });
  }
  if (isDone) await noteMessageDone(deps.table, message, { forgetsText: await isTextSent(message, deps) });
  await removePending(deps.table, message.id);
  open.delete(message.id);
  log.info(isDone ? 'message.done' : 'message.paused', { message: message.id, kind: message.kind });
};

/** Sends for some seconds. An error ends this message for the run, and no other one. */
const sendMessage = async (message: StoredMessage, run: Run): Promise<void> => {
  const { deps, open, errors } = run;
  try {
    const current = open.get(message.id) ?? (await openMessage(message, deps));
    open.set(message.id, current);
    run.endAt ??= deps.elapsed() + messengerRunMs;
    const before = current.steps;
    await sendFor(current, messengerCheckMs, run);
    if (current.steps > before) run.progressAt = deps.clock();
    run.leftAt = current.leftAt ?? run.leftAt;
    if (isOver(current)) await closeMessage(current, run);
  } catch (error) {
    log.error('message.failed', error, { message: message.id, kind: message.kind });
    errors.push(error);
    open.delete(message.id);
    await removePending(deps.table, message.id);
  }
};

/** Removes messages that are done or gone from those that wait. */
const readPending = async (
  ids: readonly MessageId[],
  { table }: MessengerDeps,
): Promise<readonly StoredMessage[]> => {
  const messages = (await readMessages(table, ids)).filter(({ state }) => state !== 'done');
  const found = new Set(messages.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) await removePending(table, id);
  return messages;
};

/** In their order until the run ends; looks for a higher priority. @returns those left; undefined where another run sends */
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

/** @returns whether no message waits, or the rest is for another run */
const endRun = async (left: readonly MessageId[], { holder, deps }: Run): Promise<boolean> => {
  const { table, clock } = deps;
  if (left.length === 0) return releaseSender(table, holder, { onlyIfIdle: true });
  await releaseSender(table, holder, { onlyIfIdle: false });
  // After the release, so that the new run can send.
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
 * Runs may overlap, end anywhere and be repeated: one at a time sends, and nobody gets an email twice.
 * @param ids stored messages, or ones to resume
 * @throws the first error of a message, which the timer or the next delivery resumes
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
    leftAt: undefined,
  };
  try {
    await sendAll(pending, run);
    if (run.leftAt) await noteMailLeft(deps.table, run.leftAt);
  } catch (error) {
    await releaseSender(deps.table, holder, { onlyIfIdle: false });
    throw error;
  }
  if (run.errors.length > 0) throw run.errors[0];
};
