import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { byStartTime } from '#shared/domain/capacity';
import { type ClassSummary, classSummarySchema, type FootballClass } from '#shared/schemas/class';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { type TimeSlot, timeSlotSchema } from '#shared/schemas/slot';
import { cataloguePartition, classKey, classPrefix, slotKey } from './keys.ts';
import { queryAll } from './query-all.ts';
import { entityAttribute, type Table } from './table.ts';

type Item = Record<string, unknown>;

const classItem = (cls: ClassSummary): Item => ({
  ...classKey(cls.id),
  [entityAttribute]: 'class',
  ...classSummarySchema.parse(cls),
});

/** `revenue` is the sum of the amounts of the slot's bookings, in cents: it moves with `current_bookings`. */
const slotItem = (slot: TimeSlot, revenue: number): Item => ({
  ...slotKey(slot.class_id, slot.id),
  [entityAttribute]: 'slot',
  ...slot,
  revenue,
});

export const classFromItem = (item: Item): ClassSummary => classSummarySchema.parse(item);
export const slotFromItem = (item: Item): TimeSlot => timeSlotSchema.parse(item);

const isClass = (item: Item): boolean => item[entityAttribute] === 'class';
const isSlot = (item: Item): boolean => item[entityAttribute] === 'slot';

const assemble = (items: readonly Item[]): FootballClass[] => {
  const slots = Map.groupBy(items.filter(isSlot).map(slotFromItem), (slot) => slot.class_id);
  return items
    .filter(isClass)
    .map(classFromItem)
    .map((cls) => ({ ...cls, time_slots: (slots.get(cls.id) ?? []).toSorted(byStartTime) }));
};

/** All classes with their slots, newest first. One Query: ids sort by age. */
export const listClasses = async (table: Table): Promise<FootballClass[]> =>
  assemble(
    await queryAll(table, {
      KeyConditionExpression: 'PK = :catalogue',
      ExpressionAttributeValues: { ':catalogue': cataloguePartition.PK },
      ScanIndexForward: false,
    }),
  );

/** One class with its slots, or undefined. One Query. */
export const getClass = async (table: Table, classId: ClassId): Promise<FootballClass | undefined> => {
  const { PK, SK } = classPrefix(classId);
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :catalogue AND begins_with(SK, :class)',
    ExpressionAttributeValues: { ':catalogue': PK, ':class': SK },
  });
  return assemble(items)[0];
};

/** One slot with its present counters, or undefined. */
export const getTimeSlot = async (
  table: Table,
  classId: ClassId,
  slotId: SlotId,
): Promise<TimeSlot | undefined> => {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: slotKey(classId, slotId), ConsistentRead: true }),
  );
  return item && slotFromItem(item);
};

/**
 * Stores a new class with its slots, all or nothing.
 * @throws TransactionCanceledException when the class exists
 */
export const createClass = async (table: Table, cls: FootballClass): Promise<void> => {
  await table.client.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName: table.name,
            Item: classItem(cls),
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        },
        ...cls.time_slots.map((slot) => ({ Put: { TableName: table.name, Item: slotItem(slot, 0) } })),
      ],
    }),
  );
};
