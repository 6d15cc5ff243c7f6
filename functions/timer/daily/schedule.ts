import { addDays, toCalendarDate } from '#shared/domain/calendar';
import { type CalendarDate, instantSchema } from '#shared/schemas/values';
import { type DailyKind, dailyKinds, scheduleFirst } from '../../data/due/daily-work.ts';
import type { TimerDeps } from '../deps.ts';
import type { Recurring } from './recurring.ts';
import { reminders } from './reminders.ts';
import { waitingLists } from './waiting-lists.ts';

export const recurring: Readonly<Record<DailyKind, Recurring>> = {
  reminders,
  'waiting-lists': waitingLists,
};

/** The work of a kind for a day. */
export const scheduled = (kind: DailyKind, day: CalendarDate, { timeZone }: TimerDeps) => ({
  kind,
  day,
  dueAt: instantSchema.parse(recurring[kind].dueAt(day, timeZone).toISOString()),
});

/** Schedules every kind of daily work that is not scheduled, from tomorrow on. */
export const scheduleDailyWork = async (deps: TimerDeps): Promise<void> => {
  const tomorrow = addDays(toCalendarDate(deps.clock(), deps.timeZone), 1);
  await Promise.all(dailyKinds.map((kind) => scheduleFirst(deps.table, scheduled(kind, tomorrow, deps))));
};
