import * as z from 'zod/mini';
import { addDays } from '#shared/domain/time/calendar';
import {
  type ChildId,
  childIdSchema,
  type SlotId,
  slotIdSchema,
  type UserId,
  userIdSchema,
} from '#shared/schemas/ids';
import { markIdSchema, type StoredMark, storedMarkSchema } from '#shared/schemas/register';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';
import { keptRecordDays } from '../../limits.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { registerKey, registerPrefix, registersPartition } from '../dynamo/keys/coaches.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { type StoredUnlisted, unlistedAmong } from './unlisted.ts';

/** A child in a session of a slot. */
export interface RegisterPlace {
  readonly slot_id: SlotId;
  readonly date: CalendarDate;
  readonly parent_id: UserId;
  readonly child_id: ChildId;
}

/** The marks of a child in a session: all of them, in no order. Which one counts is a rule of `shared/domain/registers`. */
export interface MarkedPlace extends RegisterPlace {
  readonly marks: readonly StoredMark[];
}

const placeSchema = z.object({
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  parent_id: userIdSchema,
  child_id: childIdSchema,
});

/**
 * Of a mark: one short text in an attribute that has the mark's id as its name. So a mark is stored by a write that reads
 * nothing, marks that arrive in any order or again give the same item, and the history is the item itself. An item with six
 * marks is under 1 KB, so that each costs one unit.
 */
const writeMark = ({ attendance, tap, at, received_at, by, reason }: StoredMark): string => {
  const tapped = tap ? `${attendance}:${tap.phone}:${tap.number.toString(36)}` : attendance;
  return [tapped, Date.parse(at).toString(36), Date.parse(received_at).toString(36), by, reason ?? ''].join(
    ' ',
  );
};

const readTime = (text = ''): string => new Date(Number.parseInt(text, 36)).toISOString();

const readMark = (id: string, text: string): StoredMark => {
  const [tapped = '', at, received, by, ...reason] = text.split(' ');
  const [attendance, phone, number = ''] = tapped.split(':');
  return storedMarkSchema.parse({
    ...(phone && { tap: { phone, number: Number.parseInt(number, 36) } }),
    ...{ id, attendance, at: readTime(at), received_at: readTime(received), by },
    reason: reason.join(' ') || null,
  });
};

/** The value of the entity attribute of a child's marks. */
const registerEntity = 'register';

const placeFromItem = (item: Item): MarkedPlace => {
  const marks = Object.entries(item).flatMap(([name, text]) =>
    markIdSchema.safeParse(name).success ? [readMark(name, String(text))] : [],
  );
  return { ...placeSchema.parse(item), marks };
};

/**
 * Stores a mark, once: one conditional write of one unit. False where it is stored already.
 */
export const storeMark = async (table: Table, place: RegisterPlace, mark: StoredMark): Promise<boolean> => {
  const { slot_id, date, parent_id, child_id } = place;
  const { outcome } = await updateItem(table, {
    TableName: table.name,
    Key: registerKey(slot_id, date, place),
    ConditionExpression: 'attribute_not_exists(#mark)',
    UpdateExpression:
      'SET #mark = :mark, #entity = :entity, slot_id = :slot, #date = :date, parent_id = :parent, child_id = :child, #expires = :expires',
    ExpressionAttributeNames: {
      '#mark': mark.id,
      '#entity': entityAttribute,
      '#date': 'date',
      '#expires': tableSchema.timeToLiveAttribute,
    },
    ExpressionAttributeValues: {
      ':mark': writeMark(mark),
      ':entity': registerEntity,
      ':slot': slot_id,
      ':date': date,
      ':parent': parent_id,
      ':child': child_id,
      ':expires': toEpochSeconds(new Date(addDays(date, keptRecordDays))),
    },
  });
  return outcome === 'done';
};

export const placeRef = (place: RegisterPlace): ItemRef<MarkedPlace> => ({
  key: registerKey(place.slot_id, place.date, place),
  fromItem: placeFromItem,
});

/** What is stored of registers. */
export interface RegisterItems {
  readonly marked: readonly MarkedPlace[];
  /** Children who are on no list, in no order. */
  readonly unlisted: readonly StoredUnlisted[];
}

const registerItems = (items: readonly Item[]): RegisterItems => ({
  marked: items.filter((item) => item[entityAttribute] === registerEntity).map(placeFromItem),
  unlisted: unlistedAmong(items),
});

/**
 * The oldest date whose register is kept (SEE-03). The table deletes what is older within days; readers leave it out at once.
 */
export const oldestRegister = (today: CalendarDate): CalendarDate => addDays(today, -keptRecordDays);

/** What is kept of all sessions of a slot, by date. One Query. */
export const readRegistersOfSlot = async (
  table: Table,
  slotId: SlotId,
  today: CalendarDate,
): Promise<RegisterItems> =>
  registerItems(
    await queryAll(table, inPartition(registersPartition(slotId), { from: oldestRegister(today) })),
  );

/** What is stored of one session. One consistent Query. */
export const readRegisterItems = async (
  table: Table,
  slotId: SlotId,
  date: CalendarDate,
): Promise<RegisterItems> => {
  const items = await queryAll(table, {
    ...inPartition(registersPartition(slotId), { beginning: registerPrefix(date) }),
    ConsistentRead: true,
  });
  return registerItems(items);
};

/** The marks of one session. One consistent Query. */
export const readMarks = async (table: Table, slotId: SlotId, date: CalendarDate) =>
  (await readRegisterItems(table, slotId, date)).marked;
