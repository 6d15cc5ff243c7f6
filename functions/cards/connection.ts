import * as z from 'zod/mini';
import {
  type CardConnection,
  type CardDifference,
  type CardTask,
  cardConnectionSchema,
  cardDifferenceSchema,
  cardTaskSchema,
} from '#shared/cards/office';
import type { CardMode } from '#shared/ledger/entry';
import { type Instant, instantSchema } from '#shared/lib/values';
import { deleteWrite, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser, keyOfItem } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { cardConnectionKey } from '../lib/dynamo/keys-of-classes.ts';
import {
  cardComparisonKey,
  cardOfficePartition,
  cardTaskKey,
  cardTasksPrefix,
  lastCardEventKey,
} from '../lib/dynamo/keys-of-people.ts';
import { getItem, inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { deleteItem, putItem, updateItem } from '../lib/dynamo/writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { expiryAfter, retainedDays } from './asked-payments.ts';

/** Whether the school takes payments by card, and where; undefined where it does not. One read. */
export const getCardConnection = (table: Table): Promise<CardConnection | undefined> =>
  getItem(
    table,
    { key: cardConnectionKey, fromItem: itemParser(cardConnectionSchema) },
    { consistent: false },
  );

/** How families can pay by card; null where they cannot. */
export const readCardMode = async (table: Table): Promise<CardMode | null> =>
  (await getCardConnection(table))?.mode ?? null;

/** Stores the connection, or that there is none any more. */
export const storeCardConnection = async (
  table: Table,
  connection: CardConnection | undefined,
): Promise<void> => {
  if (!connection) await deleteItem(table, cardConnectionKey);
  else
    await putItem(table, {
      ...cardConnectionKey,
      [entityAttribute]: 'card-connection',
      ...cardConnectionSchema.parse(connection),
    });
};

/**
 * The write of a task. A cause has one task at most. The task goes when it is done, or expires: no press ends that of a dispute, and
 * the event of its end can be lost.
 */
export const cardTaskPut = (table: Table, task: CardTask): Write =>
  putWrite(table, {
    ...cardTaskKey(task.kind, task.id),
    [entityAttribute]: 'card-task',
    ...cardTaskSchema.parse(task),
    ...expiryAfter(new Date(task.at), retainedDays.task),
  });

export const cardTaskDelete = (table: Table, { kind, id }: Pick<CardTask, 'kind' | 'id'>): Write =>
  deleteWrite(table, cardTaskKey(kind, id));

export const deleteCardTask = async (
  table: Table,
  { kind, id }: Pick<CardTask, 'kind' | 'id'>,
): Promise<void> => {
  await deleteItem(table, cardTaskKey(kind, id));
};

/** Notes when the last event that says something here came, which shows the office that events arrive. */
export const noteCardEvent = async (table: Table, at: Instant): Promise<void> => {
  await updateItem(table, lastCardEventKey, { set: { [entityAttribute]: 'card-events', at } });
};

export const momentSchema = z.object({ at: instantSchema });
export const comparisonSchema = z.extend(momentSchema, { differences: z.array(cardDifferenceSchema) });

export const storeComparison = async (
  table: Table,
  at: Instant,
  differences: readonly CardDifference[],
): Promise<void> => {
  await putItem(table, { ...cardComparisonKey, [entityAttribute]: 'card-comparison', at, differences });
};

/** Names in tasks and in the last comparison the family that another one is joined with. Idempotent. */
export const joinCardOffice = async (
  table: Table,
  { from, to }: Pick<FamilyJoin, 'from' | 'to'>,
): Promise<void> => {
  const items = await queryAll(table, { ...inPartition(cardOfficePartition), ConsistentRead: true });
  for (const item of items)
    if (item.family_id === from)
      await updateItem(table, keyOfItem(item), { set: { family_id: to }, if: { family_id: from } });
  const compared = items.find(({ SK }) => SK === cardComparisonKey.SK);
  if (!compared) return;
  const { at, differences } = itemParser(comparisonSchema)(compared);
  const named = differences.map((one) => (one.family_id === from ? { ...one, family_id: to } : one));
  await updateItem(table, cardComparisonKey, { set: { differences: named }, if: { at } });
};

/** What the office has to look at, and what shows that payment by card works. One Query. */
export const readCardOffice = async (table: Table) => {
  const items = await queryAll(table, { ...inPartition(cardOfficePartition), ConsistentRead: true });
  const itemOf = ({ SK }: { readonly SK: string }) => items.find((item) => item.SK === SK);
  const [last, comparison] = [itemOf(lastCardEventKey), itemOf(cardComparisonKey)];
  const compared = comparison && itemParser(comparisonSchema)(comparison);
  return {
    last_event_at: last ? itemParser(momentSchema)(last).at : null,
    compared_at: compared?.at ?? null,
    differences: compared?.differences ?? [],
    tasks: items.filter(({ SK }) => String(SK).startsWith(cardTasksPrefix)).map(itemParser(cardTaskSchema)),
  };
};
