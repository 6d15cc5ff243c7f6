import * as z from 'zod/mini';
import { addDays } from '#shared/domain/time/calendar';
import { roles } from '#shared/roles';
import { viewedSessionSchema } from '#shared/schemas/card-view';
import { type ChildId, childIdSchema, type SlotId, type UserId, userIdSchema } from '#shared/schemas/ids';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';
import { keptRecordDays } from '../../limits.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { viewKey, viewsPartition } from '../dynamo/keys/card-views.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { deleteItem, updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

const storedViewSchema = z.object({
  viewer_id: userIdSchema,
  /** As which the cards were read. */
  role: z.enum(roles),
  day: calendarDateSchema,
  /** Absent where all of them were erased at the same time: DynamoDB has no empty set. */
  child_ids: z._default(z.set(childIdSchema), new Set()),
  session: z.nullable(viewedSessionSchema),
});
export type StoredView = z.infer<typeof storedViewSchema>;

const viewFromItem = (item: Item): StoredView => storedViewSchema.parse(item);

/**
 * Records that somebody reads cards of children of a slot or of a family (SEE-01): one item for each person, session and
 * day, which later views add children to. One write; ids alone, so that nothing of a card is in it.
 */
export const recordView = async (
  table: Table,
  of: SlotId | UserId,
  { viewer_id, role, day, child_ids, session }: StoredView,
): Promise<void> => {
  if (child_ids.size === 0) return;
  await updateItem(table, {
    TableName: table.name,
    Key: viewKey(of, day, viewer_id, session?.date ?? null),
    UpdateExpression:
      'SET #entity = :entity, viewer_id = :viewer, #role = :role, #day = :day, #session = :session, #expires = :expires ADD child_ids :children',
    ExpressionAttributeNames: {
      '#entity': entityAttribute,
      '#role': 'role',
      '#day': 'day',
      '#session': 'session',
      '#expires': tableSchema.timeToLiveAttribute,
    },
    ExpressionAttributeValues: {
      ':entity': 'card-view',
      ':viewer': viewer_id,
      ':role': role,
      ':day': day,
      ':session': session,
      ':expires': toEpochSeconds(new Date(addDays(day, keptRecordDays))),
      ':children': child_ids,
    },
  });
};

/** The views of a slot or of a family that are not older than they are kept, by day. One Query. */
export const listViews = async (
  table: Table,
  of: SlotId | UserId,
  today: CalendarDate,
): Promise<StoredView[]> => {
  const items = await queryAll(
    table,
    inPartition(viewsPartition(of), { from: addDays(today, -keptRecordDays) }),
  );
  return items.map(viewFromItem);
};

/**
 * Removes children from the views of a slot or of a family; a view of nobody else is deleted. One Query, and one write for each
 * view with one of them.
 */
export const removeFromViews = async (
  table: Table,
  of: SlotId | UserId,
  isGone: (child: ChildId) => boolean,
): Promise<void> => {
  for (const item of await queryAll(table, inPartition(viewsPartition(of)))) {
    const { child_ids } = viewFromItem(item);
    const gone = new Set([...child_ids].filter(isGone));
    if (gone.size === 0) continue;
    const named = {
      TableName: table.name,
      Key: { PK: item.PK, SK: item.SK },
      ExpressionAttributeValues: { ':gone': gone },
    };
    if (gone.size === child_ids.size) {
      const { outcome } = await deleteItem(table, { ...named, ConditionExpression: 'child_ids = :gone' });
      if (outcome === 'done') continue;
    }
    // Others are in it, or came since it was read.
    await updateItem(table, { ...named, UpdateExpression: 'DELETE child_ids :gone' });
  }
};
