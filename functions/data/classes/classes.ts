import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { byStartTime } from '#shared/domain/capacity';
import { type ClassSummary, classSummarySchema, type FootballClass } from '#shared/schemas/class';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { type TimeSlot, timeSlotSchema } from '#shared/schemas/slot';
import { cataloguePartition, classKey, classPrefix, slotKey } from '../dynamo/keys.ts';
import { queryAll } from '../dynamo/query-all.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, type Table } from '../dynamo/table.ts';

type Item = Record<string, unknown>;

/** A class as stored. `deleting` is there from the first step of its deletion to the last. */
const storedClassSchema = z.extend(classSummarySchema, {
  version: z.int(),
  deleting: z._default(z.boolean(), false),
});

const firstVersion = 1;

export const classItem = (cls: ClassSummary): Item => ({
  ...classKey(cls.id),
  [entityAttribute]: 'class',
  ...classSummarySchema.parse(cls),
  version: firstVersion,
});

/** `revenue` is the sum of the amounts of the slot's bookings, in cents: it moves with `current_bookings`. */
export const slotItem = (slot: TimeSlot, revenue: number): Item => ({
  ...slotKey(slot.class_id, slot.id),
  [entityAttribute]: 'slot',
  ...slot,
  revenue,
});

export const classFromItem = (item: Item): ClassSummary => classSummarySchema.parse(item);
export const slotFromItem = (item: Item): TimeSlot => timeSlotSchema.parse(item);

const isClass = (item: Item): boolean => item[entityAttribute] === 'class';
export const isSlotItem = (item: Item): boolean => item[entityAttribute] === 'slot';

/** Classes with their slots by start time, out of items of the catalogue in any order; classes stay in theirs. */
export const classesFromItems = (items: readonly Item[]): ManagedClass[] => {
  const slots = Map.groupBy(items.filter(isSlotItem).map(slotFromItem), (slot) => slot.class_id);
  return items
    .filter(isClass)
    .map((item) => storedClassSchema.parse(item))
    .map((cls) => ({ ...cls, time_slots: (slots.get(cls.id) ?? []).toSorted(byStartTime) }));
};

/** What is for everyone: no class that is being deleted, and nothing of how a class is kept. */
const published = (classes: readonly ManagedClass[]): FootballClass[] =>
  classes.filter((cls) => !cls.deleting).map(({ version: _, deleting: __, ...cls }) => cls);

/** The items of all classes and slots, newest class first: one Query, since ids sort by age. */
export const queryCatalogue = (table: Table, { consistent } = { consistent: false }): Promise<Item[]> =>
  queryAll(table, {
    KeyConditionExpression: 'PK = :catalogue',
    ExpressionAttributeValues: { ':catalogue': cataloguePartition.PK },
    ScanIndexForward: false,
    ConsistentRead: consistent,
  });

/** The items of one class and its slots: one Query. */
export const queryClass = (
  table: Table,
  classId: ClassId,
  { consistent }: { consistent: boolean },
): Promise<Item[]> => {
  const { PK, SK } = classPrefix(classId);
  return queryAll(table, {
    KeyConditionExpression: 'PK = :catalogue AND begins_with(SK, :class)',
    ExpressionAttributeValues: { ':catalogue': PK, ':class': SK },
    ConsistentRead: consistent,
  });
};

/**
 * All classes with their slots, newest first. One Query. Consistent: the answer is shared for seconds, and a reading that
 * lags behind would be, too.
 */
export const listClasses = async (table: Table): Promise<FootballClass[]> =>
  published(classesFromItems(await queryCatalogue(table, { consistent: true })));

/** One class with its slots, or undefined. One Query. */
export const getClass = async (
  table: Table,
  classId: ClassId,
  { consistent } = { consistent: false },
): Promise<FootballClass | undefined> =>
  published(classesFromItems(await queryClass(table, classId, { consistent })))[0];

/** One slot with its present counters, or undefined; also for one that is being deleted. */
export const getTimeSlot = async (
  table: Table,
  classId: ClassId,
  slotId: SlotId,
): Promise<TimeSlot | undefined> => {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: slotKey(classId, slotId), ConsistentRead: true }),
  );
  return item && !item.closed ? slotFromItem(item) : undefined;
};

/** A class as it is stored first. */
export const asStored = (cls: FootballClass): ManagedClass => ({
  ...cls,
  time_slots: cls.time_slots.toSorted(byStartTime),
  version: firstVersion,
  deleting: false,
});

/** The writes of a new class with its slots; refused where the class exists. */
export const classPuts = (table: Table, cls: FootballClass): Write[] => [
  {
    Put: {
      TableName: table.name,
      Item: classItem(cls),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  },
  ...cls.time_slots.map((slot) => ({ Put: { TableName: table.name, Item: slotItem(slot, 0) } })),
];

/**
 * Stores a new class with its slots, all or nothing.
 * @throws Error when the class exists
 */
export const createClass = async (table: Table, cls: FootballClass): Promise<void> => {
  const { outcome } = await sendTransaction(table, classPuts(table, cls));
  if (outcome !== 'done') throw new Error(`The class could not be stored: ${outcome}`);
};
