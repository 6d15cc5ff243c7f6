import type { CalendarDate } from '#shared/schemas/values';
import type { completeWork } from '../../data/due/daily-work.ts';
import type { TimerDeps } from '../deps.ts';

/** Work that recurs every business day. */
export interface Recurring {
  /** When the work for a day is due. */
  readonly dueAt: (day: CalendarDate, timeZone: string) => Date;
  /** What the work for a day stores. Reads the truth of the moment; empty where nothing follows from it. */
  readonly writes: (day: CalendarDate, deps: TimerDeps) => Promise<Parameters<typeof completeWork>[3]>;
}
