import * as z from 'zod/mini';
import { addDays } from '#shared/domain/time/calendar';
import {
  type ClassId,
  classIdSchema,
  type SlotId,
  slotIdSchema,
  type UserId,
  userIdSchema,
} from '#shared/schemas/ids';
import { type UnlistedChild, unlistedChildSchema } from '#shared/schemas/register';
import { type CalendarDate, calendarDateSchema, type Instant, instantSchema } from '#shared/schemas/values';
import { keptRecordDays } from '../../limits.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { unlistedKey, unlistedPartition } from '../dynamo/keys/coaches.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { setAttributes } from '../dynamo/set-attributes.ts';
import { entityAttribute, ownerIndex, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

/** The value of the entity attribute: the items of a register are marks and these. */
export const unlistedEntity = 'unlisted-child';

const storedUnlistedSchema = z.extend(unlistedChildSchema, {
  ...{ class_id: classIdSchema, slot_id: slotIdSchema, date: calendarDateSchema },
  received_at: instantSchema,
  by: userIdSchema,
});
export type StoredUnlisted = z.infer<typeof storedUnlistedSchema>;

export const unlistedFromItem = (item: Item): StoredUnlisted => storedUnlistedSchema.parse(item);

/** A session in which a child was, and who added it. */
interface AddedTo {
  readonly class_id: ClassId;
  readonly slot_id: SlotId;
  readonly date: CalendarDate;
  readonly received_at: Instant;
  readonly by: UserId;
}

/**
 * Stores a child who was in a session and is on no list, once: a task of the office until it is done, gone with the register.
 * A child that is sent again, also after it is done, changes nothing. One write of one unit, and one on the index.
 */
export const storeUnlisted = async (table: Table, child: UnlistedChild, to: AddedTo): Promise<void> => {
  await updateItem(table, {
    TableName: table.name,
    Key: unlistedKey(to.slot_id, to.date, child.id),
    ConditionExpression: 'attribute_not_exists(PK)',
    ...setAttributes({
      ...unlistedPartition,
      [ownerIndex.sortKey]: `${to.date}#${child.id}`,
      [entityAttribute]: unlistedEntity,
      ...child,
      ...to,
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(addDays(to.date, keptRecordDays))),
    }),
  });
};

/** The children whom the office is to call, from a date on, the oldest first. One Query. */
export const listUnlistedTasks = async (table: Table, from: CalendarDate): Promise<StoredUnlisted[]> =>
  (await queryAll(table, inPartition(unlistedPartition, { from }))).map(unlistedFromItem);

interface DoneBy {
  readonly at: Instant;
  readonly by: UserId;
}

/** Notes that the office has dealt with a child. False where there is none of this id. */
export const finishUnlisted = async (
  table: Table,
  { slot_id, date, id }: Pick<StoredUnlisted, 'slot_id' | 'date' | 'id'>,
  { at, by }: DoneBy,
): Promise<boolean> => {
  const { outcome } = await updateItem(table, {
    TableName: table.name,
    Key: unlistedKey(slot_id, date, id),
    ConditionExpression: 'attribute_exists(PK)',
    ...setAttributes({ done_at: at, done_by: by }, [ownerIndex.partitionKey, ownerIndex.sortKey]),
  });
  return outcome === 'done';
};
