import { setTimeout as sleep } from 'node:timers/promises';
import { toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { venueIdSchema } from '#shared/lib/ids';
import { parseTolerantly } from '#shared/lib/tolerant';
import { type CalendarDate, type Instant, instantOf } from '#shared/lib/values';
import { trialEnds } from '../booking/timer.ts';
import { slotEntity, storedSlotSchema } from '../classes/classes.ts';
import { copyToClasses, venueEntity } from '../classes/venues.ts';
import { cardChecks, retention } from '../families/timer.ts';
import { stretched } from '../lib/clock.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import {
  completeWork,
  type DailyKind,
  type DailyWork,
  type DueDeps,
  type DueTry,
  type DueWork,
  dailyKinds,
  dailyWorkEntity,
  dailyWorkSchema,
  deleteDueTry,
  listDue,
  listDueTries,
  noteProgress,
  type Progress,
  type Recurring,
  scheduleFirst,
  setDueAside,
  storeDueBegun,
} from '../lib/due-work.ts';
import { log, messageStalled, workSetAside } from '../lib/log.ts';
import { asideMailEntity, retryDueAside } from '../lib/mail/aside-mails.ts';
import { stalledMessage, timedWork } from '../limits.ts';
import {
  messageBegun,
  messageEntity,
  messageFromItem,
  resumeMessage,
  type StoredMessage,
} from '../messages/messages.ts';
import { readProgress } from '../messages/sender.ts';
import { sessionReminders, trialFollowUps } from '../sessions/timer.ts';
import {
  renewalNoticeEntity,
  renewalReminderEntity,
  sendRenewalNotice,
  sendRenewalReminder,
} from '../terms/renewals.ts';
import { settleList } from '../waiting/ask-list.ts';
import { offerEntity } from '../waiting/offers.ts';
import { endDueOffer, waitingLists } from '../waiting/timer.ts';

export const recurring: Readonly<Record<DailyKind, Recurring>> = {
  reminders: sessionReminders,
  'trial-follow-ups': trialFollowUps,
  'trial-ends': trialEnds,
  'waiting-lists': waitingLists,
  'card-checks': cardChecks,
  retention,
};

/** Does a piece of work. What it gives counts where it is `waits`: other work is to be done first. */
type Handle = (work: DueWork, deps: DueDeps) => Promise<unknown>;

/** The work of a kind for a day. */
const scheduled = (kind: DailyKind, day: CalendarDate, { timeZone }: TimedDeps) => ({
  kind,
  day,
  dueAt: instantOf(recurring[kind].dueAt(day, timeZone)),
});

const scheduleKind = async (kind: DailyKind, deps: TimedDeps): Promise<void> => {
  const first = recurring[kind].firstDay(toCalendarDate(deps.clock(), deps.timeZone));
  await scheduleFirst(deps.table, scheduled(kind, first, deps));
};

export const scheduleDailyWork = async (deps: TimedDeps): Promise<void> => {
  await Promise.all(dailyKinds.map((kind) => scheduleKind(kind, deps)));
};

/** Does the work of a kind for one day, and schedules that of the next, unless another run did it. */
const runDay = async (
  work: DailyWork,
  next: DailyWork,
  { progress, ...deps }: DueDeps & { readonly progress: Progress | undefined },
): Promise<'done' | 'goes-on'> => {
  const { table } = deps;
  const { isOver: isOverOn, perform } = recurring[work.kind];
  const isOver = isOverOn(work.day, toCalendarDate(deps.clock(), deps.timeZone));
  if (isOver) log.info('due.dropped', { ...work, reason: 'the day is over' });
  const writes = isOver ? [] : await perform(work.day, deps, progress);
  if ('goesOn' in writes) {
    await noteProgress(table, work, writes.goesOn);
    log.info('due.goes-on', { ...work });
    return 'goes-on';
  }
  const nextWork = scheduled(next.kind, next.day, deps);
  const { outcome } = await completeWork(table, work, nextWork, writes);
  // The day's message exists: a run stored it before the work was scheduled anew.
  const settled = outcome === 'refused' ? (await completeWork(table, work, nextWork, [])).outcome : outcome;
  if (settled === 'busy') throw new ContentionError('Contention on daily work persisted');
  if (settled === 'done') log.info('due.done', { ...work });
  return 'done';
};

/** Does every day that is due, several after an outage; a day whose work is of no use any more is dropped (JOB-05). */
const runDailyWork: Handle = async ({ item }, deps) => {
  const { kind, day, progress } = parseTolerantly(dailyWorkSchema, item);
  const isDue = (of: CalendarDate) => recurring[kind].dueAt(of, deps.timeZone) <= deps.clock();
  for (let current = day; isDue(current); current = addDays(current, 1)) {
    const next = { kind, day: addDays(current, 1) };
    const known = { ...deps, progress: current === day ? progress : undefined };
    if ((await runDay({ kind, day: current }, next, known)) === 'goes-on' || deps.isTimeOver()) return;
  }
};

/** Reports a message that makes no progress, which no error may tell of. An alarm counts these lines. */
const reportStalled = async (message: StoredMessage, { table, clock }: TimedDeps): Promise<void> => {
  const minutesSince = (at: Instant) => (clock().getTime() - Date.parse(at)) / 60_000;
  const begun = messageBegun(message);
  if (minutesSince(begun) <= stalledMessage.idleMinutes) return;
  const progress = await readProgress(table);
  const isIdle = !progress || minutesSince(progress) > stalledMessage.idleMinutes;
  if (!isIdle && minutesSince(begun) <= stalledMessage.longestHours * 60) return;
  log.error(messageStalled, new Error('The message makes no progress'), {
    message: message.id,
    kind: message.kind,
    minutes: Math.round(minutesSince(begun)),
  });
};

/** Starts the messenger again for a message that it has not finished. */
const runMessage: Handle = async (work, deps) => {
  const { table, clock } = deps;
  const { outcome } = await resumeMessage(table, work, clock());
  if (outcome === 'done') await reportStalled(messageFromItem(work.item), deps);
  log.info(outcome === 'done' ? 'due.done' : 'due.dropped', {
    kind: 'message',
    message: String(work.item.id),
    ...(outcome !== 'done' && {
      reason: outcome === 'busy' ? 'contention' : 'finished or resumed meanwhile',
    }),
  });
};

const runList: Handle = async ({ item }, deps) => {
  const slot = parseTolerantly(storedSlotSchema, item);
  const offers = await settleList(slot, deps);
  log.info('due.done', { kind: 'waiting-list', slot: slot.id, offers });
};

const runAside: Handle = async (work, { table, clock }) => {
  const { outcome } = await retryDueAside(table, work, clock());
  log.info(outcome === 'done' ? 'due.done' : 'due.dropped', {
    kind: 'aside-mail',
    aside: String(work.item.id),
  });
};

const runVenue: Handle = async ({ item }, { table }) => {
  const id = venueIdSchema.parse(item.id);
  await copyToClasses(table, id);
  log.info('due.done', { kind: 'venue', venue: id });
};

const runRenewalReminder: Handle = async ({ item }, { table, clock }) => {
  const { id, outcome } = await sendRenewalReminder(table, item, clock());
  if (outcome === 'busy') throw new ContentionError('Contention on a reminder persisted');
  log.info('due.done', { kind: 'renewal-reminder', message: id });
};

const runRenewalNotice: Handle = async ({ item }, { table, clock }) => {
  const { id, outcome } = await sendRenewalNotice(table, item, clock());
  if (outcome === 'busy') throw new ContentionError('Contention on a notice persisted');
  // For kept places with the same deadline that have not ended: they fail by themselves, if they do.
  log.info(outcome === 'waits' ? 'due.waits' : 'due.done', { kind: 'renewal-notice', message: id });
  return outcome === 'waits' ? outcome : undefined;
};

const handlers = new Map<unknown, Handle>([
  [messageEntity, runMessage],
  [asideMailEntity, runAside],
  [dailyWorkEntity, runDailyWork],
  [slotEntity, runList],
  [offerEntity, endDueOffer],
  [venueEntity, runVenue],
  [renewalReminderEntity, runRenewalReminder],
  [renewalNoticeEntity, runRenewalNotice],
]);

class DueWorkError extends Error {
  override readonly name = 'DueWorkError';
}

class EndlessWorkError extends Error {
  override readonly name = 'EndlessWorkError';
}

/** How a run measures its time, in milliseconds. */
export interface RunTime {
  /** Since any moment. */
  readonly elapsed: () => number;
  /** Resolves after a time, and rejects where the signal comes first. */
  readonly expire: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const systemTime: RunTime = {
  elapsed: () => performance.now(),
  expire: (ms, signal) => sleep(stretched(ms), undefined, { signal, ref: false }),
};

/** Does a piece of work, and gives it up where it does not end. @throws EndlessWorkError; what the work throws */
const runPiece = async (work: DueWork, deps: TimedDeps, { elapsed, expire }: RunTime) => {
  const begun = elapsed();
  const isTimeOver = () => elapsed() - begun >= timedWork.pieceMs;
  const ended = new AbortController();
  const giveUp = async (): Promise<never> => {
    await expire(timedWork.mostMs, ended.signal);
    throw new EndlessWorkError('It was given up for this run');
  };
  const given = giveUp();
  given.catch(() => {});
  try {
    return await Promise.race([handlers.get(work.entity)?.(work, { ...deps, isTimeOver }), given]);
  } finally {
    ended.abort();
  }
};

/** Sorts out what was begun before in vain: what is tried again, after all other work, and what is set aside for now. */
const sortTries = async (tries: readonly DueTry[], { table, clock }: TimedDeps) => {
  const again = new Map<string, DueTry>();
  const aside = new Map<string, DueTry>();
  const now = clock();
  for (const entry of tries) {
    const isAside = entry.tries >= timedWork.mostTries && !(entry.next_at && entry.next_at <= instantOf(now));
    // The run in which it was begun ended with it.
    if (isAside && !entry.next_at) await setDueAside(table, entry, now);
    (isAside ? aside : again).set(entry.of, entry);
  }
  return { again, aside };
};

/** What has begun and not ended, or fails, comes last, and so does what goes on: it keeps nothing else from being done. */
const isLate = ({ entity, item, of }: DueWork, again: ReadonlyMap<string, DueTry>): boolean =>
  again.has(of) || (entity === dailyWorkEntity && item.progress !== undefined);

/**
 * Does what is due, the oldest first, as long as a run has time. Runs may overlap, be repeated or end anywhere: each piece of
 * work is done once, by a conditional write (JOB-03). A piece that fails, does not end, or ends the run does not keep the others
 * from being done: it is tried after them, and set aside after some tries (OPS-06).
 * @throws DueWorkError where a piece failed that is not set aside; what the table throws where the Query fails
 */
export const runDue = async (deps: TimedDeps, time: RunTime = systemTime): Promise<void> => {
  const { table, clock } = deps;
  const begun = time.elapsed();
  let due = await listDue(table, clock());
  if (due.length === 0) return;
  const { again, aside } = await sortTries(await listDueTries(table), deps);
  const isAside = ({ of }: DueWork) => aside.has(of);
  if (due.some(isAside)) due = await listDue(table, clock(), isAside);
  const tried = new Set<string>();
  const failed: DueWork[] = [];
  const run = async (works: readonly DueWork[]): Promise<void> => {
    const inOrder = [
      ...works.filter((work) => !isLate(work, again)),
      ...works.filter((work) => isLate(work, again)),
    ];
    for (const [index, work] of inOrder.entries()) {
      if (time.elapsed() - begun >= timedWork.beginMs) {
        log.info('due.left', { pieces: inOrder.length - index });
        return;
      }
      tried.add(work.dueKey);
      const { of } = work;
      const tries = (again.get(of)?.tries ?? 0) + 1;
      try {
        await storeDueBegun(table, work, clock());
        const result = await runPiece(work, deps, time);
        await deleteDueTry(table, of);
        if (result === 'waits') tried.delete(work.dueKey);
      } catch (error) {
        log.error('due.failed', error, { entity: String(work.entity), tries });
        if (tries < timedWork.mostTries) failed.push(work);
        else {
          aside.set(of, { of, entity_of: String(work.entity), tries, since: instantOf(clock()) });
          await setDueAside(table, { of }, clock());
        }
      }
    }
  };
  await run(due);
  // What was done may have caused more, such as the message about kept places that ran out.
  if (due.some(({ entity }) => entity === offerEntity))
    await run((await listDue(table, clock(), isAside)).filter(({ dueKey }) => !tried.has(dueKey)));
  for (const { entity_of: entity, tries } of aside.values())
    log.error(workSetAside, new Error('It fails, or does not end'), { entity, tries });
  if (failed.length > 0)
    throw new DueWorkError(`${failed.length} of ${tried.size} pieces of due work failed`);
};
