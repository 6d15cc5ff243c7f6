import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { CalendarDate } from '#shared/schemas/values';
import { type DailyKind, dailyKinds, scheduleFirst } from '../../data/due/daily-work.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { cardChecks } from './card-checks.ts';
import type { Recurring } from './recurring.ts';
import { retention } from './retention.ts';
import { sessionReminders } from './session-reminders.ts';
import { trialEnds } from './trial-ends.ts';
import { trialFollowUps } from './trial-follow-ups.ts';
import { waitingLists } from './waiting-lists.ts';

export const recurring: Readonly<Record<DailyKind, Recurring>> = {
  reminders: sessionReminders,
  'trial-follow-ups': trialFollowUps,
  'trial-ends': trialEnds,
  'waiting-lists': waitingLists,
  'card-checks': cardChecks,
  retention,
};

/** The work of a kind for a day. */
export const scheduled = (kind: DailyKind, day: CalendarDate, { timeZone }: TimedDeps) => ({
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
