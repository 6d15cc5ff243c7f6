import { randomUUID } from 'node:crypto';
import type { MessageId } from '#shared/schemas/ids';
import { readMessages } from '../data/messages/messages.ts';
import { acquireSender, releaseSender, renewSender } from '../data/messages/sender.ts';
import { wakeMessenger } from '../data/messages/wake.ts';
import type { MessengerDeps } from './deps.ts';
import { createPacer } from './pacer.ts';
import { type Run, sendPending } from './send-pending.ts';

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
