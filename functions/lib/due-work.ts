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
  positionByOwner,
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

/** The entity says what is to be done. */
export interface DueWork {
  readonly entity: unknown;
  readonly item: Item;
  readonly of: string;
  /** The position in the index: a write that requires it is done once. */
  readonly dueKey: string;
}

/** The next run reads the rest. */
const maxAtOnce = 500;

/**
 * The oldest first. One Query, half a read unit for none. The index may lag: writes require the state that was read.
 * @param isLeftOut does not count towards the limit
 */
export const listDue = async (
  table: Table,
  now: Date,
  isLeftOut: (work: DueWork) => boolean = () => false,
): Promise<DueWork[]> => {
  const found: DueWork[] = [];
  // The subject follows the time, behind a character less than this one.
  const query = inPartition(duePartition, { before: positionByOwner(dueIndexKeys(instantOf(now), '~')) });
  for await (const items of queryPages(table, query, maxAtOnce)) {
    const works = items.map((item) => ({
      entity: item[entityAttribute],
      item,
      of: keyText(item),
      dueKey: positionByOwner(item),
    }));
    found.push(...works.filter((work) => !isLeftOut(work)));
    if (found.length >= maxAtOnce) break;
  }
  return found;
};

export const dueTrySchema = z.object({
  of: z.string(),
  entity_of: z.string(),
  tries: z.int(),
  since: instantSchema,
  /** When work that was set aside is tried again. */
  next_at: z.optional(instantSchema),
});
export type DueTry = z.infer<typeof dueTrySchema>;

export const listDueTries = (table: Table): Promise<DueTry[]> =>
  queryAs(table, itemParser(dueTrySchema), { ...inPartition(dueTriesPartition), ConsistentRead: true });

/** Stored before the work, so that it remains where the run ends first. */
export const storeDueBegun = async (
  table: Table,
  { of, entity }: Pick<DueWork, 'of' | 'entity'>,
  now: Date,
): Promise<void> => {
  await updateItem(table, dueTryKey(of), {
    set: {
      ...{ [entityAttribute]: 'due-try', of, entity_of: String(entity), since: instantOf(now) },
      tries: plusFromZero(1),
      // For work that is deleted meanwhile.
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + timedWork.retainedDays * 24 * 3_600,
    },
    remove: ['next_at'],
  });
};

/** The work is done, or tried again at once for a person. */
export const deleteDueTry = async (table: Table, of: string): Promise<void> => {
  await deleteItem(table, dueTryKey(of));
};

export const setDueAside = async (table: Table, { of }: Pick<DueTry, 'of'>, now: Date): Promise<void> => {
  const next_at = instantOf(new Date(now.getTime() + timedWork.asideMinutes * minuteMs));
  await updateItem(table, dueTryKey(of), { set: { next_at }, if: { of } });
};

/** The value of the entity attribute on daily work. */
export const dailyWorkEntity = 'daily-work';

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

/** Each kind of unfinished work has its own fields. */
const progressSchema = z.record(z.string(), z.unknown());
export type Progress = z.infer<typeof progressSchema>;

export const dailyWorkSchema = z.object({
  kind: dailyKindSchema,
  day: calendarDateSchema,
  progress: z.optional(progressSchema),
});
export type DailyWork = Pick<z.infer<typeof dailyWorkSchema>, 'kind' | 'day'>;

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

export const listDailyWork = (table: Table): Promise<DailyWork[]> =>
  queryAs(table, itemParser(dailyWorkSchema), inPartition({ PK: dailyPartition }));

/** Does nothing where the kind has work already. */
export const scheduleFirst = async (table: Table, work: Scheduled): Promise<void> => {
  await putItem(table, itemOf(work), { if: isNew });
};

type CompleteOutcome =
  | { readonly outcome: 'done' }
  /** Another run was first. */
  | { readonly outcome: 'done-before' }
  /** An extra write was refused. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'busy' };

/** Stores the results of work and schedules the next day, all or nothing, so that work is done once. */
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

export const noteProgress = async (
  table: Table,
  { kind, day }: DailyWork,
  progress: Progress,
): Promise<void> => {
  await updateItem(table, dailyWorkKey(kind), { set: { progress }, if: { day } });
};

export interface DueDeps extends TimedDeps {
  /** True once the work must store its progress and end. */
  readonly isTimeOver: () => boolean;
}

export interface Recurring {
  readonly firstDay: (today: CalendarDate) => CalendarDate;
  readonly dueAt: (day: CalendarDate, timeZone: string) => Date;
  /** Whether the day's work is of no use any more. */
  readonly isOver: (day: CalendarDate, today: CalendarDate) => boolean;
  /** Returns the writes that mark the day's work as done. Out of time it returns its progress, for the next call. */
  readonly perform: (
    day: CalendarDate,
    deps: DueDeps,
    progress?: Progress,
  ) => Promise<ExtraWrites | { readonly goesOn: Progress }>;
}
