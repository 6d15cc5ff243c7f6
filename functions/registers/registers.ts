import * as z from 'zod/mini';
import { addDays } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import {
  type ChildId,
  type ClassId,
  childIdSchema,
  classIdSchema,
  type FamilyId,
  familyIdSchema,
  type SlotId,
  slotIdSchema,
  type UserId,
  userIdSchema,
} from '#shared/lib/ids';
import {
  type CalendarDate,
  calendarDateSchema,
  type Instant,
  instantOf,
  instantSchema,
} from '#shared/lib/values';
import { limits } from '#shared/limits';
import { retainedRecordDays } from '#shared/policies';
import {
  markIdSchema,
  type StoredMark,
  storedMarkSchema,
  type UnlistedChild,
  unlistedChildSchema,
} from '#shared/registers/register';
import { ContentionError, retryRefused } from '../lib/contention.ts';
import { deleteWrite, exists, updateClauses, updateWrite } from '../lib/dynamo/expressions.ts';
import {
  attributesOf,
  entityAttribute,
  type Item,
  type ItemRef,
  indexKeys,
  itemParser,
  ownerIndex,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  doneUnlistedPartition,
  registerKey,
  registerPrefix,
  registersPartition,
  unlistedCountKey,
  unlistedKey,
  unlistedPartition,
  unlistedPosition,
} from '../lib/dynamo/keys-of-classes.ts';
import { getItem, inPartition, queryAll, queryFirst } from '../lib/dynamo/reads.ts';
import { sendTransaction, sendUpdate } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { doneUnlistedDays } from '../limits.ts';

// A deleted item has no child in it any more.
const unlistedEntity = 'unlisted-child';

export const storedUnlistedSchema = z.extend(unlistedChildSchema, {
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  received_at: instantSchema,
  by: userIdSchema,
  done_at: z.optional(instantSchema),
});
export type StoredUnlisted = z.infer<typeof storedUnlistedSchema>;

const unlistedAmong = (items: readonly Item[]): StoredUnlisted[] =>
  items
    .filter((item) => item[entityAttribute] === unlistedEntity && item.deleted_at === undefined)
    .map(itemParser(storedUnlistedSchema));

/** The table deletes what is older within days; readers leave it out at once. */
export const isUnlistedRetained = ({ done_at }: StoredUnlisted, now: Date): boolean =>
  done_at === undefined || now.getTime() < Date.parse(done_at) + doneUnlistedDays * dayMs;

interface AddedTo {
  readonly class_id: ClassId;
  readonly slot_id: SlotId;
  readonly date: CalendarDate;
  readonly received_at: Instant;
  readonly by: UserId;
}

const registerEnds = (date: CalendarDate): number =>
  toEpochSeconds(new Date(addDays(date, retainedRecordDays)));

// Refused where the session has as many unlisted children as it may have, or with those that were deleted (REG-16).
const countOneMore = (table: Table, { slot_id, date }: AddedTo): Write => ({
  Update: {
    TableName: table.name,
    Key: unlistedCountKey(slot_id, date),
    UpdateExpression: 'SET #entity = :entity, #expires = :expires ADD present :one, added :one',
    ConditionExpression:
      '(attribute_not_exists(present) OR present < :most) AND (attribute_not_exists(added) OR added < :mostAdded)',
    ExpressionAttributeNames: { '#entity': entityAttribute, '#expires': tableSchema.timeToLiveAttribute },
    ExpressionAttributeValues: {
      ':one': 1,
      ':most': limits.unlistedPerSession,
      ':mostAdded': limits.unlistedAddedPerSession,
      ':entity': 'unlisted-count',
      ':expires': registerEnds(date),
    },
  },
});

/**
 * Stores a child who was in a session and is on no list, once: a task of the office until it is done, gone with the
 * register. A child that is sent again, also after it is done or deleted, changes nothing. One transaction of two items, and
 * one write on the index.
 * @returns `full` where the session has as many as it may have
 * @throws ContentionError where conflicts persist
 */
export const storeUnlisted = async (
  table: Table,
  child: UnlistedChild,
  to: AddedTo,
): Promise<{ readonly outcome: 'stored' | 'full' }> => {
  const Update = {
    TableName: table.name,
    Key: unlistedKey(to.slot_id, to.date, child.id),
    ConditionExpression: 'attribute_not_exists(PK)',
    ...updateClauses({
      set: {
        ...unlistedPartition,
        [ownerIndex.sortKey]: unlistedPosition({ date: to.date, id: child.id }),
        [entityAttribute]: unlistedEntity,
        ...child,
        ...to,
        [tableSchema.timeToLiveAttribute]: registerEnds(to.date),
      },
    }),
  };
  const stored = await sendTransaction(table, [{ Update }, countOneMore(table, to)]);
  if (stored.outcome === 'busy') throw new ContentionError('Other children of the session are being added');
  const isNew = stored.outcome === 'done' || stored.refusals[0] === undefined;
  return { outcome: stored.outcome === 'refused' && isNew ? 'full' : 'stored' };
};

interface UnlistedPage {
  readonly children: readonly StoredUnlisted[];
  /** Names the next page; null after the last one. */
  readonly next_cursor: string | null;
}

/** The children whom the office is to call, from a date on or after a position. One Query of as many items. */
export const listUnlistedTasks = async (
  table: Table,
  {
    from,
    cursor,
    limit,
  }: { readonly from: CalendarDate; readonly cursor?: string | undefined; readonly limit: number },
): Promise<UnlistedPage> => {
  const range = cursor === undefined ? { from } : { after: cursor };
  const found = unlistedAmong(await queryFirst(table, [inPartition(unlistedPartition, range)], limit + 1));
  const children = found.slice(0, limit);
  const last = children.at(-1);
  return { children, next_cursor: last && found.length > limit ? unlistedPosition(last) : null };
};

type NamedUnlisted = Pick<StoredUnlisted, 'slot_id' | 'date' | 'id'>;

interface DoneBy {
  readonly at: Instant;
  readonly by: UserId;
}

/** Notes once that the office has dealt with a child; the item goes `doneUnlistedDays` later. @returns false if unknown */
export const finishUnlisted = async (
  table: Table,
  { slot_id, date, id }: NamedUnlisted,
  { at, by }: DoneBy,
): Promise<boolean> => {
  const goes = toEpochSeconds(new Date(Date.parse(at) + doneUnlistedDays * dayMs));
  const done = await sendUpdate(table, {
    TableName: table.name,
    Key: unlistedKey(slot_id, date, id),
    ConditionExpression:
      'attribute_exists(PK) AND attribute_not_exists(done_at) AND attribute_not_exists(deleted_at)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...updateClauses({
      set: {
        done_at: at,
        done_by: by,
        ...doneUnlistedPartition,
        [tableSchema.timeToLiveAttribute]: Math.min(goes, registerEnds(date)),
      },
    }),
  });
  return done.outcome === 'done' || (done.item !== undefined && done.item.deleted_at === undefined);
};

/**
 * Name and number go at once, and the session may have another child. The id stays as long as the register, so that a phone
 * that sends it again adds nobody.
 * @returns false for an unknown id
 * @throws ContentionError where conflicts persist
 */
export const deleteUnlisted = async (
  table: Table,
  { slot_id, date, id }: NamedUnlisted,
  now: Date,
): Promise<boolean> => {
  const Update = {
    TableName: table.name,
    Key: unlistedKey(slot_id, date, id),
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(deleted_at)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    ...updateClauses({
      set: { deleted_at: instantOf(now) },
      remove: ['name', 'phone_number', 'at', ...indexKeys],
    }),
  };
  const countOneLess = {
    TableName: table.name,
    Key: unlistedCountKey(slot_id, date),
    UpdateExpression: 'ADD present :less',
    ExpressionAttributeValues: { ':less': -1 },
  };
  const deleted = await sendTransaction(table, [{ Update }, { Update: countOneLess }]);
  if (deleted.outcome === 'busy')
    throw new ContentionError('Other children of the session are being changed');
  return deleted.outcome === 'done' || deleted.refusals[0]?.item !== undefined;
};

/** Also those with whom the office has dealt (EME-07). Two Queries of the index, and one transaction for each child. */
export const eraseUnlisted = async (
  table: Table,
  isOfFamily: (child: UnlistedChild) => boolean,
  now: Date,
): Promise<void> => {
  const lists = await Promise.all(
    [unlistedPartition, doneUnlistedPartition].map((list) => queryAll(table, inPartition(list))),
  );
  for (const child of unlistedAmong(lists.flat()).filter(isOfFamily)) await deleteUnlisted(table, child, now);
};

interface ChildInSession {
  readonly slot_id: SlotId;
  readonly date: CalendarDate;
  readonly parent_id: FamilyId;
  readonly child_id: ChildId;
}

/** All marks, in no order. Which one counts is a rule of `shared/registers`. */
export interface MarkedChild extends ChildInSession {
  readonly marks: readonly StoredMark[];
}

export const childInSessionSchema = z.object({
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  parent_id: familyIdSchema,
  child_id: childIdSchema,
});

// A mark is one short text in an attribute that has the mark's id as its name. So the write reads nothing, marks that arrive
// in any order or again give the same item, and the history is the item itself. An item with six marks is under 1 KB, so
// that each costs one unit.
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
  return itemParser(storedMarkSchema)({
    ...(phone && { tap: { phone, number: Number.parseInt(number, 36) } }),
    id,
    attendance,
    at: readTime(at),
    received_at: readTime(received),
    by,
    reason: reason.join(' ') || null,
  });
};

const registerEntity = 'register';

const markedChildFromItem = (item: Item): MarkedChild => {
  const marks = Object.entries(item).flatMap(([name, text]) =>
    markIdSchema.safeParse(name).success ? [readMark(name, String(text))] : [],
  );
  return { ...itemParser(childInSessionSchema)(item), marks };
};

/** One conditional write of one unit. @returns false where the mark is stored already */
export const storeMark = async (table: Table, place: ChildInSession, mark: StoredMark): Promise<boolean> => {
  const { slot_id, date, parent_id, child_id } = place;
  const { outcome } = await sendUpdate(table, {
    TableName: table.name,
    Key: registerKey(slot_id, date, place),
    ConditionExpression: 'attribute_not_exists(#mark)',
    UpdateExpression:
      'SET #mark = :mark, #entity = :entity, slot_id = :slot, #date = :date, parent_id = :parent, child_id = :child, #expires = :expires ADD mark_count :one',
    ExpressionAttributeNames: {
      '#mark': mark.id,
      '#entity': entityAttribute,
      '#date': 'date',
      '#expires': tableSchema.timeToLiveAttribute,
    },
    ExpressionAttributeValues: {
      ':mark': writeMark(mark),
      ':one': 1,
      ':entity': registerEntity,
      ':slot': slot_id,
      ':date': date,
      ':parent': parent_id,
      ':child': child_id,
      ':expires': toEpochSeconds(new Date(addDays(date, retainedRecordDays))),
    },
  });
  return outcome === 'done';
};

/** One transaction. Refused where another mark arrived since they were read. @returns false where there are no marks */
export const moveMarks = async (table: Table, from: ChildInSession, to: ChildInSession): Promise<boolean> =>
  retryRefused(async () => {
    const key = registerKey(from.slot_id, from.date, from);
    const item = await getItem(table, { key, fromItem: (stored: Item) => stored });
    if (!item) return false;
    const { mark_count, ...stored } = attributesOf(item);
    const marks = Object.keys(stored).filter((name) => markIdSchema.safeParse(name).success);
    const { outcome } = await sendTransaction(table, [
      updateWrite(table, registerKey(to.slot_id, to.date, to), {
        set: { ...stored, parent_id: to.parent_id, child_id: to.child_id },
        add: { mark_count: marks.length },
      }),
      deleteWrite(table, key, { if: { ...exists, mark_count } }),
    ]);
    if (outcome === 'busy') throw new ContentionError('Contention on the marks of a child persisted');
    return outcome === 'done' ? true : undefined;
  });

export const markedChildRef = (place: ChildInSession): ItemRef<MarkedChild> => ({
  key: registerKey(place.slot_id, place.date, place),
  fromItem: markedChildFromItem,
});

export interface RegisterItems {
  readonly marked: readonly MarkedChild[];
  /** Children who are on no list, in no order. */
  readonly unlisted: readonly StoredUnlisted[];
}

const registerItems = (items: readonly Item[]): RegisterItems => ({
  marked: items.filter((item) => item[entityAttribute] === registerEntity).map(markedChildFromItem),
  unlisted: unlistedAmong(items),
});

/** SEE-03. The table deletes what is older within days; readers leave it out at once. */
export const oldestRegister = (today: CalendarDate): CalendarDate => addDays(today, -retainedRecordDays);

/** By date. One Query. */
export const readRegistersOfSlot = async (
  table: Table,
  slotId: SlotId,
  today: CalendarDate,
): Promise<RegisterItems> =>
  registerItems(
    await queryAll(table, inPartition(registersPartition(slotId), { from: oldestRegister(today) })),
  );

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

export const readMarks = async (table: Table, slotId: SlotId, date: CalendarDate) =>
  (await readRegisterItems(table, slotId, date)).marked;
