import { toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { venueIdSchema } from '#shared/lib/ids';
import { parseTolerantly } from '#shared/lib/tolerant';
import { type CalendarDate, type Instant, instantOf } from '#shared/lib/values';
import { trialEnds } from '../booking/timer.ts';
import { slotEntity, storedSlotSchema } from '../classes/classes.ts';
import { copyToClasses, venueEntity } from '../classes/venues.ts';
import { cardChecks, retention } from '../families/timer.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import {
  completeWork,
  type DailyKind,
  type DailyWork,
  type DueWork,
  dailyKinds,
  dailyWorkEntity,
  dailyWorkSchema,
  listDue,
  type Recurring,
  scheduleFirst,
} from '../lib/due-work.ts';
import { log, messageStalled } from '../lib/log.ts';
import { asideMailEntity, retryDueAside } from '../lib/mail/aside-mails.ts';
import { stalledMessage } from '../limits.ts';
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
} from '../terms/kept-places.ts';
import { settleList } from '../waiting/ask-list.ts';
import { offerEntity } from '../waiting/offers.ts';
import { endDueOffer, waitingLists } from '../waiting/timer.ts';

const recurring: Readonly<Record<DailyKind, Recurring>> = {
  reminders: sessionReminders,
  'trial-follow-ups': trialFollowUps,
  'trial-ends': trialEnds,
  'waiting-lists': waitingLists,
  'card-checks': cardChecks,
  retention,
};

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

/** Schedules every kind of daily work that is not scheduled. */
export const scheduleDailyWork = async (deps: TimedDeps): Promise<void> => {
  await Promise.all(dailyKinds.map((kind) => scheduleKind(kind, deps)));
};

/** Does the work of a kind for one day, and schedules that of the next, unless another run did it. */
const runDay = async (work: DailyWork, next: DailyWork, deps: TimedDeps): Promise<void> => {
  const { table } = deps;
  const { isOver: isOverOn, perform } = recurring[work.kind];
  const isOver = isOverOn(work.day, toCalendarDate(deps.clock(), deps.timeZone));
  if (isOver) log.info('due.dropped', { ...work, reason: 'the day is over' });
  const writes = isOver ? [] : await perform(work.day, deps);
  const nextWork = scheduled(next.kind, next.day, deps);
  const { outcome } = await completeWork(table, work, nextWork, writes);
  // The day's message exists: a run stored it before the work was scheduled anew.
  const settled = outcome === 'refused' ? (await completeWork(table, work, nextWork, [])).outcome : outcome;
  if (settled === 'busy') throw new ContentionError('Contention on daily work persisted');
  if (settled === 'done') log.info('due.done', { ...work });
};

/**
 * Does the work of a kind for every day that is due. After an outage several days are: a day whose work is of no use any
 * more is dropped (JOB-05).
 */
const runDailyWork = async ({ item }: DueWork, deps: TimedDeps): Promise<void> => {
  const { kind, day } = parseTolerantly(dailyWorkSchema, item);
  for (let current = day; recurring[kind].dueAt(current, deps.timeZone) <= deps.clock(); ) {
    const next = addDays(current, 1);
    await runDay({ kind, day: current }, { kind, day: next }, deps);
    current = next;
  }
};

type Handle = (work: DueWork, deps: TimedDeps) => Promise<void>;

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

/** Asks the waiting list of a slot that has kept places (WAI-04). */
const runList: Handle = async ({ item }, deps) => {
  const slot = parseTolerantly(storedSlotSchema, item);
  const offers = await settleList(slot, deps);
  log.info('due.done', { kind: 'waiting-list', slot: slot.id, offers });
};

/** Has the mailer try an item again whose email failed. */
const runAside: Handle = async (work, { table, clock }) => {
  const { outcome } = await retryDueAside(table, work, clock());
  log.info(outcome === 'done' ? 'due.done' : 'due.dropped', {
    kind: 'aside-mail',
    aside: String(work.item.id),
  });
};

/** Changes the copies of a venue in classes, where the request that changed the venue was interrupted. */
const runVenue: Handle = async ({ item }, { table }) => {
  const id = venueIdSchema.parse(item.id);
  await copyToClasses(table, id);
  log.info('due.done', { kind: 'venue', venue: id });
};

/** Reminds the families of a term that have not answered (TRM-04). */
const runRenewalReminder: Handle = async ({ item }, { table, clock }) => {
  const { id, outcome } = await sendRenewalReminder(table, item, clock());
  if (outcome === 'busy') throw new ContentionError('Contention on a reminder persisted');
  log.info('due.done', { kind: 'renewal-reminder', message: id });
};

/** Tells the families whose kept places ran out (TRM-11). */
const runRenewalNotice: Handle = async ({ item }, { table, clock }) => {
  const { id, outcome } = await sendRenewalNotice(table, item, clock());
  if (outcome === 'busy') throw new ContentionError('Contention on a notice persisted');
  if (outcome === 'waits') throw new ContentionError('Kept places with the same deadline have not ended');
  log.info('due.done', { kind: 'renewal-notice', message: id });
};

/** What is done with due work of an entity. */
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

/** Some of the due work failed. It stays due: the next run tries it again. */
class DueWorkError extends Error {
  override readonly name = 'DueWorkError';
}

/**
 * Does everything that is due, the oldest first. Runs may overlap, be repeated or end anywhere: each piece of work is done
 * once, by a conditional write (JOB-03). A piece that fails does not keep the others from being done.
 * @throws DueWorkError where a piece failed; what the table throws where the Query fails
 */
export const runDue = async (deps: TimedDeps): Promise<void> => {
  const tried = new Set<string>();
  let failed = 0;
  const run = async (due: readonly DueWork[]): Promise<void> => {
    for (const work of due) {
      tried.add(work.dueKey);
      try {
        await handlers.get(work.entity)?.(work, deps);
      } catch (error) {
        failed += 1;
        log.error('due.failed', error, { entity: String(work.entity) });
      }
    }
  };
  const due = await listDue(deps.table, deps.clock());
  await run(due);
  // What was done may have caused more, such as the message about kept places that ran out.
  if (due.some(({ entity }) => entity === offerEntity))
    await run((await listDue(deps.table, deps.clock())).filter(({ dueKey }) => !tried.has(dueKey)));
  if (failed > 0) throw new DueWorkError(`${failed} of ${tried.size} pieces of due work failed`);
};
