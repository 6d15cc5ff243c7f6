import type { CalendarDate } from '#shared/schemas/values';
import type { ExtraWrites } from '../../data/extra-writes.ts';
import type { TimedDeps } from '../../timed-deps.ts';

/** Work that recurs every business day. */
export interface Recurring {
  /** The first day whose work is done, where this kind of work is new. */
  readonly firstDay: (today: CalendarDate) => CalendarDate;
  /** When the work for a day is due. */
  readonly dueAt: (day: CalendarDate, timeZone: string) => Date;
  /** Whether the work for a day is of no use any more. */
  readonly isOver: (day: CalendarDate, today: CalendarDate) => boolean;
  /**
   * Does the work for a day, by the truth of the moment, and gives what is stored when it is noted as done; empty where
   * nothing is. What it stores by itself it may be asked to store again, by a run that overlaps or follows an interruption.
   */
  readonly perform: (day: CalendarDate, deps: TimedDeps) => Promise<ExtraWrites>;
}
