import * as z from 'zod/mini';
import { calendarDateSchema, type Instant } from '#shared/schemas/values';
import type { Item } from '../dynamo/item-ref.ts';
import { dailyWorkKey, dueIndexKeys } from '../dynamo/keys/due-work.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { putItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';

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
const dailyWorkSchema = z.object({ kind: dailyKindSchema, day: calendarDateSchema });
export type DailyWork = z.infer<typeof dailyWorkSchema>;

export const dailyWorkFromItem = (item: Item): DailyWork => dailyWorkSchema.parse(item);

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
  await putItem(table, {
    TableName: table.name,
    Item: itemOf(work),
    ConditionExpression: 'attribute_not_exists(PK)',
  });
};

/** What became of a piece of work. */
export type CompleteOutcome =
  | 'done'
  /** Another run did it. Nothing was stored. */
  | 'done-before'
  /** One of the extra writes was refused. Nothing was stored. */
  | 'refused'
  | 'busy';

/** Stores what a piece of work causes and schedules the next one, all or nothing: the work is done once. */
export const completeWork = async (
  table: Table,
  { day }: DailyWork,
  next: Scheduled,
  extraWrites: ExtraWrites,
): Promise<CompleteOutcome> => {
  const result = await sendTransaction(table, [
    {
      Put: {
        TableName: table.name,
        Item: itemOf(next),
        ConditionExpression: '#day = :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: { ':day': day },
      },
    },
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return result.outcome;
  return result.refusals[0] ? 'done-before' : 'refused';
};
