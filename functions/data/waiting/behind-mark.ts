import * as z from 'zod/mini';
import { dayMs } from '#shared/domain/time/milliseconds';
import { type SlotId, slotIdSchema, type UserId, userIdSchema } from '#shared/schemas/ids';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { endedOfferLifetimeDays } from '../../limits.ts';
import { indexedBy } from '../dynamo/index-keys.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { behindKey, waitingIndexKeys } from '../dynamo/keys/waiting.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import type { StoredOffer } from './stored-offer.ts';

const behindEntity = 'waiting-behind';

/** That the entries which a family had on a slot's list at `at` are behind those of other families (WAI-15). */
const behindMarkSchema = z.object({
  parent_id: userIdSchema,
  time_slot_id: slotIdSchema,
  at: instantSchema,
});

export const isBehindItem = (item: Item): boolean => item[entityAttribute] === behindEntity;
export const behindMarkFromItem = (item: Item) => behindMarkSchema.parse(item);

/**
 * The write that puts the other entries of an offer's family behind every other family's, in the transaction that ends
 * the offer. It changes no entry: entries that join meanwhile are compared with its time. It is kept a month longer than
 * the class.
 */
export const behindUpdate = (
  table: Table,
  { parent_id, time_slot_id, dates, until }: StoredOffer,
  at: Instant,
): Write => {
  const index = indexedBy(waitingIndexKeys(parent_id, time_slot_id));
  const end = Date.parse(dates.at(-1) ?? until) + endedOfferLifetimeDays * dayMs;
  return {
    Update: {
      TableName: table.name,
      Key: behindKey(time_slot_id, parent_id),
      UpdateExpression: `SET #entity = :entity, parent_id = :parent, time_slot_id = :slot, #at = :at, ${index.sets}, #expiry = :expiry`,
      ExpressionAttributeNames: {
        '#entity': entityAttribute,
        '#at': 'at',
        '#expiry': tableSchema.timeToLiveAttribute,
      },
      ExpressionAttributeValues: {
        ':entity': behindEntity,
        ':parent': parent_id,
        ':at': at,
        ':slot': time_slot_id,
        ...index.values,
        ':expiry': toEpochSeconds(new Date(end)),
      },
    },
  };
};

/** Deletes the item of a list that names a family. */
export const deleteBehindMark = async (table: Table, slotId: SlotId, parentId: UserId): Promise<void> => {
  await deleteItem(table, { TableName: table.name, Key: behindKey(slotId, parentId) });
};
