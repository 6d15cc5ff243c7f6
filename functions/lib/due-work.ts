import * as z from 'zod/mini';
import { minuteMs } from '#shared/lib/durations';
import {
  type CalendarDate,
  calendarDateSchema,
  type Instant,
  instantOf,
  instantSchema,
} from '#shared/lib/values';
import { timedWork } from '../limits.ts';
import type { TimedDeps } from './deps.ts';
import { isNew, plusFromZero, putWrite } from './dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  itemParser,
  keyText,
  placeByOwner,
  tableSchema,
  toEpochSeconds,
} from './dynamo/items.ts';
import {
  dailyPartition,
  dailyWorkKey,
  dueIndexKeys,
  duePartition,
  dueTriesPartition,
  dueTryKey,
} from './dynamo/keys-of-classes.ts';
import { inPartition, queryAs, queryPages } from './dynamo/reads.ts';
import { deleteItem, putItem, sendTransaction, updateItem } from './dynamo/writes.ts';
import type { ExtraWrites } from './extra-writes.ts';
import type { Table } from './table.ts';

/** Something that is due. Its entity says what is to be done. */
export interface DueWork {
  readonly entity: unknown;
  readonly item: Item;
  /** The key of its item, as text. */
  readonly of: string;
  /** Its place in the index: a write that requires it is done once. */
  readonly dueKey: string;
}

/** More items than one run can process. The next run reads the rest. */
const maxAtOnce = 500;

/**
 * What is due by a moment, the oldest first. One Query, of half a read unit where nothing is due. The index may lag: a
 * write about the work requires the state that was read.
 * @param isLeftOut work that does not count, however much of it is due
 */
export const listDue = async (
  table: Table,
  now: Date,
  isLeftOut: (work: DueWork) => boolean = () => false,
): Promise<DueWork[]> => {
  const found: DueWork[] = [];
  // The subject follows the time, behind a character that is less than this one.
  const query = inPartition(duePartition, { before: placeByOwner(dueIndexKeys(instantOf(now), '~')) });
  for await (const items of queryPages(table, query, maxAtOnce)) {
    const works = items.map((item) => ({
      entity: item[entityAttribute],
      item,
      of: keyText(item),
      dueKey: placeByOwner(item),
    }));
    found.push(...works.filter((work) => !isLeftOut(work)));
    if (found.length >= maxAtOnce) break;
  }
  return found;
};

/** What is noted of a piece of work from its beginning until it is done. */
export const dueTrySchema = z.object({
  /** The key of the item that is due. */
  of: z.string(),
  entity_of: z.string(),
  /** How often it was begun. */
  tries: z.int(),
  since: instantSchema,
  /** Of work that was set aside: when it is tried again. */
  next_at: z.optional(instantSchema),
});
export type DueTry = z.infer<typeof dueTrySchema>;

/** The work that was begun and is not done: it failed, took too long, or ended its run, such as by a crash. One Query. */
export const listDueTries = (table: Table): Promise<DueTry[]> =>
  queryAs(table, itemParser(dueTrySchema), { ...inPartition(dueTriesPartition), ConsistentRead: true });

/** Notes that a piece of work begins: this note is left where the run ends before the work. */
export const noteDueBegun = async (
  table: Table,
  { of, entity }: Pick<DueWork, 'of' | 'entity'>,
  now: Date,
): Promise<void> => {
  await updateItem(table, dueTryKey(of), {
    set: {
      ...{ [entityAttribute]: 'due-try', of, entity_of: String(entity), since: instantOf(now) },
      tries: plusFromZero(1),
      // For work that is deleted meanwhile.
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + timedWork.keptDays * 24 * 3_600,
    },
    remove: ['next_at'],
  });
};

/** Notes that a piece of work is done, or that it is tried at once again, for a person. */
export const noteDueDone = async (table: Table, of: string): Promise<void> => {
  await deleteItem(table, dueTryKey(of));
};

/** Sets a piece of work aside for a while, after which it is tried again. */
export const setDueAside = async (table: Table, { of }: Pick<DueTry, 'of'>, now: Date): Promise<void> => {
  const next_at = instantOf(new Date(now.getTime() + timedWork.asideMinutes * minuteMs));
  await updateItem(table, dueTryKey(of), { set: { next_at }, if: { of } });
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

/** How far work has come that a run did not end, as its kind notes it. */
const progressSchema = z.record(z.string(), z.unknown());
export type Progress = z.infer<typeof progressSchema>;

/** The next piece of work of a kind. The items of earlier days are this one. */
export const dailyWorkSchema = z.object({
  kind: dailyKindSchema,
  day: calendarDateSchema,
  progress: z.optional(progressSchema),
});
export type DailyWork = Pick<z.infer<typeof dailyWorkSchema>, 'kind' | 'day'>;

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

/** The daily work of every kind, with the day that is done next. One Query. */
export const listDailyWork = (table: Table): Promise<DailyWork[]> =>
  queryAs(table, itemParser(dailyWorkSchema), inPartition({ PK: dailyPartition }));

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

/** Notes how far the work of a day has come. It stays due, and the next run goes on with it. */
export const noteProgress = async (
  table: Table,
  { kind, day }: DailyWork,
  progress: Progress,
): Promise<void> => {
  await updateItem(table, dailyWorkKey(kind), { set: { progress }, if: { day } });
};

/** What timed work needs. */
export interface DueDeps extends TimedDeps {
  /** Whether the work has had its time in this run: then it notes how far it has come. */
  readonly isTimeOver: () => boolean;
}

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
   * Where its time is over before, it gives how far it has come, and is asked again with that.
   */
  readonly perform: (
    day: CalendarDate,
    deps: DueDeps,
    progress?: Progress,
  ) => Promise<ExtraWrites | { readonly goesOn: Progress }>;
}
