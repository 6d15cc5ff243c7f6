import { ascending } from '#shared/domain/lists/ascending';
import type { MessageId } from '#shared/schemas/ids';
import { recipientStates } from '#shared/schemas/message';
import { allEnded } from '../all-ended.ts';
import { noteMessageDone, readMessages, type StoredMessage } from '../data/messages/messages.ts';
import { isPersonal } from '../data/messages/personal-text.ts';
import { listRecipients } from '../data/messages/recipients.ts';
import { removePending, renewSender } from '../data/messages/sender.ts';
import { mailRefusals, messengerCheckMs, messengerRunMs } from '../limits.ts';
import { log } from '../log.ts';
import type { MessengerDeps } from './deps.ts';
import { priorityOf } from './kinds/registry.ts';
import { type OpenMessage, openMessage, storeRecipients } from './open-message.ts';
import type { Pacer } from './pacer.ts';
import { sendRound } from './send-round.ts';

/** One run of the messenger. */
export interface Run {
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
export const sendPending = async (
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
