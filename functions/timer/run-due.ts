import { venueIdSchema } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { ContentionError } from '../contention-error.ts';
import { slotEntity, storedSlotFromItem } from '../data/classes/classes.ts';
import { copyToClasses } from '../data/classes/copy-venue.ts';
import { dailyWorkEntity } from '../data/due/daily-work.ts';
import { type DueWork, listDue } from '../data/due/due-work.ts';
import { asideMailEntity, retryDueAside } from '../data/mail/aside-mails.ts';
import {
  messageBegun,
  messageEntity,
  messageFromItem,
  resumeMessage,
  type StoredMessage,
} from '../data/messages/messages.ts';
import { renewalReminderEntity, sendRenewalReminder } from '../data/messages/renewal-reminders.ts';
import { readProgress } from '../data/messages/sender.ts';
import { venueEntity } from '../data/venues/venues.ts';
import { renewalNoticeEntity, sendRenewalNotice } from '../data/waiting/kept-places.ts';
import { settleList } from '../data/waiting/settle-list.ts';
import { offerEntity } from '../data/waiting/stored-offer.ts';
import { stalledMessage } from '../limits.ts';
import { log, messageStalled } from '../log.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { endDueOffer } from './end-due-offer.ts';
import { runDailyWork } from './run-daily-work.ts';

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
  const outcome = await resumeMessage(table, work, clock());
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
  const slot = storedSlotFromItem(item);
  const offers = await settleList(slot, deps);
  log.info('due.done', { kind: 'waiting-list', slot: slot.id, offers });
};

/** Has the mailer try an item again whose email failed. */
const runAside: Handle = async (work, { table, clock }) => {
  const outcome = await retryDueAside(table, work, clock());
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
