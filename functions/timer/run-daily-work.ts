import { toCalendarDate } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { ContentionError } from '../contention-error.ts';
import { completeWork, type DailyWork, dailyWorkFromItem } from '../data/due/daily-work.ts';
import type { DueWork } from '../data/due/due-work.ts';
import { log } from '../log.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { recurring, scheduled } from './daily/schedule.ts';

/** Does the work of a kind for one day, and schedules that of the next, unless another run did it. */
const runDay = async (work: DailyWork, next: DailyWork, deps: TimedDeps): Promise<void> => {
  const { table } = deps;
  const { isOver: isOverOn, perform } = recurring[work.kind];
  const isOver = isOverOn(work.day, toCalendarDate(deps.clock(), deps.timeZone));
  if (isOver) log.info('due.dropped', { ...work, reason: 'the day is over' });
  const writes = isOver ? [] : await perform(work.day, deps);
  const nextWork = scheduled(next.kind, next.day, deps);
  const outcome = await completeWork(table, work, nextWork, writes);
  // The day's message exists: a run stored it before the work was scheduled anew.
  const settled = outcome === 'refused' ? await completeWork(table, work, nextWork, []) : outcome;
  if (settled === 'busy') throw new ContentionError('Contention on daily work persisted');
  if (settled === 'done') log.info('due.done', { ...work });
};

/**
 * Does the work of a kind for every day that is due. After an outage several days are: a day whose work is of no use any
 * more is dropped (JOB-05).
 */
export const runDailyWork = async ({ item }: DueWork, deps: TimedDeps): Promise<void> => {
  const { kind, day } = dailyWorkFromItem(item);
  for (let current = day; recurring[kind].dueAt(current, deps.timeZone) <= deps.clock(); ) {
    const next = addDays(current, 1);
    await runDay({ kind, day: current }, { kind, day: next }, deps);
    current = next;
  }
};
