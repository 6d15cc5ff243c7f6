import * as z from 'zod/mini';
import { type CalendarDate, calendarDateSchema, type Instant, instantOf } from '#shared/lib/values';
import type { TimedDeps } from './deps.ts';
import { isNew, putWrite } from './dynamo/expressions.ts';
import { entityAttribute, type Item, placeByOwner } from './dynamo/items.ts';
import { dailyWorkKey, dueIndexKeys, duePartition } from './dynamo/keys-of-classes.ts';
import { inPartition, queryFirst } from './dynamo/reads.ts';
import { putItem, sendTransaction } from './dynamo/writes.ts';
import type { ExtraWrites } from './extra-writes.ts';
import type { Table } from './table.ts';

/** Something that is due. Its entity says what is to be done. */
export interface DueWork {
  readonly entity: unknown;
  readonly item: Item;
  /** Its place in the index: a write that requires it is done once. */
  readonly dueKey: string;
}

/** More items than one run can process. The next run reads the rest. */
const maxAtOnce = 500;

/**
 * What is due by a moment, the oldest first. One Query, of half a read unit where nothing is due. The index may lag: a
 * write about the work requires the state that was read.
 */
export const listDue = async (table: Table, now: Date): Promise<DueWork[]> => {
  const items = await queryFirst(
    table,
    [
      // The subject follows the time, behind a character that is less than this one.
      inPartition(duePartition, { before: placeByOwner(dueIndexKeys(instantOf(now), '~')) }),
    ],
    maxAtOnce,
  );
  return items.map((item) => ({ entity: item[entityAttribute], item, dueKey: placeByOwner(item) }));
};

/** The value of the entity attribute on daily work. */
export const dailyWorkEntity = 'daily-work';

/** What follows from the rosters of a business day: one piece of work for each kind and day. */
const dailyKindSchema = z.enum([
  'reminders',
  'trial-follow-ups',
  'trial-ends',
  'waiting-lists',
  'card-checks',
  'retention',
]);
export type DailyKind = z.infer<typeof dailyKindSchema>;
export const dailyKinds: readonly DailyKind[] = dailyKindSchema.options;

/** The next piece of work of a kind. The items of earlier days are this one. */
export const dailyWorkSchema = z.object({ kind: dailyKindSchema, day: calendarDateSchema });
export type DailyWork = z.infer<typeof dailyWorkSchema>;

/** A piece of work with the time at which it is due. */
interface Scheduled extends DailyWork {
  readonly dueAt: Instant;
}

const itemOf = ({ kind, day, dueAt }: Scheduled): Item => ({
  ...dailyWorkKey(kind),
  ...dueIndexKeys(dueAt, kind),
  [entityAttribute]: dailyWorkEntity,
  kind,
  day,
});

/** Schedules the first piece of work of a kind, unless there is one. */
export const scheduleFirst = async (table: Table, work: Scheduled): Promise<void> => {
  await putItem(table, itemOf(work), { if: isNew });
};

/** What became of a piece of work. */
type CompleteOutcome =
  | { readonly outcome: 'done' }
  /** Another run did it. Nothing was stored. */
  | { readonly outcome: 'done-before' }
  /** One of the extra writes was refused. Nothing was stored. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'busy' };

/** Stores what a piece of work causes and schedules the next one, all or nothing: the work is done once. */
export const completeWork = async (
  table: Table,
  { day }: DailyWork,
  next: Scheduled,
  extraWrites: ExtraWrites,
): Promise<CompleteOutcome> => {
  const result = await sendTransaction(table, [
    putWrite(table, itemOf(next), { if: { day } }),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return { outcome: result.outcome };
  return { outcome: result.refusals[0] ? 'done-before' : 'refused' };
};

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
