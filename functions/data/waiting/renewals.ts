import * as z from 'zod/mini';
import { dayMs } from '#shared/domain/time/milliseconds';
import {
  bookingIdSchema,
  type ClassId,
  childIdSchema,
  classIdSchema,
  messageIdSchema,
  offerIdSchema,
  userIdSchema,
} from '#shared/schemas/ids';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { waitingOfferSchema } from '#shared/schemas/waiting';
import { renewalLifetimeDays } from '../../limits.ts';
import { getItem } from '../dynamo/get-item.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { renewalKey, renewalsPartition, waitingIndexKeys } from '../dynamo/keys/waiting.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

const renewalEntity = 'renewal';

/** Names the place that is kept for the child of a booking in the class that follows its class (TRM-03). */
export const renewalIdsSchema = z.object({
  from_class_id: classIdSchema,
  class_id: classIdSchema,
  booking_id: bookingIdSchema,
});
export type RenewalIds = z.infer<typeof renewalIdsSchema>;

/** What became of a place that was kept. It outlives the offer, which it names. */
const renewalSchema = z.extend(renewalIdsSchema, {
  parent_id: userIdSchema,
  child_id: childIdSchema,
  offer_id: offerIdSchema,
  /** That tells the family. */
  message_id: messageIdSchema,
  /** Of the offer. */
  state: waitingOfferSchema.shape.state,
  state_at: instantSchema,
});
export type StoredRenewal = z.infer<typeof renewalSchema>;

export const isRenewalItem = (item: Item): boolean => item[entityAttribute] === renewalEntity;
export const renewalFromItem = (item: Item): StoredRenewal => renewalSchema.parse(item);

/** The write of a place that is kept; refused where it was kept before. */
export const renewalPut = (table: Table, renewal: StoredRenewal): Write => ({
  Put: {
    TableName: table.name,
    Item: {
      ...renewalKey(renewal),
      ...waitingIndexKeys(renewal.parent_id, renewal.offer_id),
      [entityAttribute]: renewalEntity,
      ...renewalSchema.parse(renewal),
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(
        new Date(Date.parse(renewal.state_at) + renewalLifetimeDays * dayMs),
      ),
    },
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

interface EndingOffer {
  readonly id: StoredRenewal['offer_id'];
  readonly renewal?: RenewalIds | undefined;
}

/** The writes that note how the offer of a kept place ended; none for another offer. */
export const renewalEndUpdates = (
  table: Table,
  { id, renewal }: EndingOffer,
  state: StoredRenewal['state'],
  at: Instant,
): Write[] =>
  renewal
    ? [
        {
          Update: {
            TableName: table.name,
            Key: renewalKey(renewal),
            ConditionExpression: 'offer_id = :offer',
            UpdateExpression: 'SET #state = :state, state_at = :at',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: { ':offer': id, ':state': state, ':at': at },
          },
        },
      ]
    : [];

/** The write that gives a kept place another offer; refused where it has another one than was read, or was taken. */
export const renewalMoveUpdate = (
  table: Table,
  { id, renewal }: EndingOffer & { readonly renewal: RenewalIds },
  next: StoredRenewal['offer_id'],
  at: Instant,
): Write => ({
  Update: {
    TableName: table.name,
    Key: renewalKey(renewal),
    ConditionExpression: 'offer_id = :offer AND #state IN (:open, :declined)',
    UpdateExpression: 'SET offer_id = :next, #state = :open, state_at = :at',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ...{ ':offer': id, ':next': next, ':at': at },
      ...{ ':open': 'open', ':declined': 'declined' },
    },
  },
});

/** What became of one kept place; undefined where none was kept. One consistent read. */
export const getRenewal = (table: Table, ids: RenewalIds): Promise<StoredRenewal | undefined> =>
  getItem(table, { key: renewalKey(ids), fromItem: renewalFromItem });

/** What became of the places that were kept for the children of a class, in the classes that follow it. One consistent Query. */
export const listRenewals = async (table: Table, fromClassId: ClassId): Promise<StoredRenewal[]> => {
  const items = await queryAll(table, {
    ...inPartition(renewalsPartition(fromClassId)),
    ConsistentRead: true,
  });
  return items.map(renewalFromItem);
};

/** Deletes what names a child. */
export const deleteRenewals = async (table: Table, renewals: readonly RenewalIds[]): Promise<void> => {
  for (const renewal of renewals)
    await deleteItem(table, { TableName: table.name, Key: renewalKey(renewal) });
};
