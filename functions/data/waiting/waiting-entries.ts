import * as z from 'zod/mini';
import { goBehind, type RankedEntry } from '#shared/domain/waiting/waiting';
import {
  type ChildId,
  childIdSchema,
  idempotencyKeySchema,
  type SlotId,
  type UserId,
} from '#shared/schemas/ids';
import { type WaitingEntry, waitingEntrySchema } from '#shared/schemas/waiting';
import { putFirstReasonSchema } from '#shared/schemas/waiting-admin';
import { getItem } from '../dynamo/get-item.ts';
import type { Item } from '../dynamo/item-ref.ts';
import {
  familyWaitingPartition,
  waitingChildKey,
  waitingIndexKeys,
  waitingPartition,
} from '../dynamo/keys/waiting.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { setAttributes } from '../dynamo/set-attributes.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';
import { behindMarkFromItem, isBehindItem } from './behind-mark.ts';
import { isRenewalItem, renewalFromItem, type StoredRenewal } from './renewals.ts';
import { isOfferItem, offerFromItem, type StoredOffer } from './stored-offer.ts';

/** The value of the entity attribute on an entry; the mailer's stream filter selects it. */
export const waitingEntryEntity = 'waiting-entry';

/** The item of a sibling in an entry "only together": it keeps the child from another entry of the slot. */
const siblingEntity = 'waiting-sibling';

const storedEntrySchema = z.extend(waitingEntrySchema, {
  /** Of the attempt that made it. */
  idempotency_key: idempotencyKeySchema,
  put_first_reason: z._default(z.nullable(putFirstReasonSchema), null),
  /** Made with its offer, for a place of the next term (TRM-03). */
  is_renewal: z.optional(z.literal(true)),
});
/** An entry with what the API does not show. */
export type StoredEntry = z.infer<typeof storedEntrySchema>;

export const isEntryItem = (item: Item): boolean => item[entityAttribute] === waitingEntryEntity;
export const entryFromItem = (item: Item): StoredEntry => storedEntrySchema.parse(item);

type EntryParts = Pick<WaitingEntry, 'time_slot_id' | 'child_ids'>;

/** The keys of an entry: of its own item, which is its first child's, and of those of the other children. */
const entryKeys = ({ time_slot_id, child_ids }: EntryParts) => {
  const [own, ...siblings] = child_ids.map((child) => waitingChildKey(time_slot_id, child));
  if (!own) throw new Error('An entry is for at least one child');
  return { own, siblings };
};

/** The writes of a new entry; each is refused where its child is on the list. */
export const entryPuts = (table: Table, entry: StoredEntry): Write[] => {
  const { own, siblings } = entryKeys(entry);
  const item = {
    ...waitingIndexKeys(entry.parent_id, entry.id),
    [entityAttribute]: waitingEntryEntity,
    ...entry,
  };
  const sibling = {
    [entityAttribute]: siblingEntity,
    entry_id: entry.id,
    first_child_id: entry.child_ids[0],
  };
  return [{ ...own, ...item }, ...siblings.map((key) => ({ ...key, ...sibling }))].map((Item) => ({
    Put: {
      TableName: table.name,
      Item,
      ConditionExpression: 'attribute_not_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }));
};

type NamedEntry = EntryParts & Pick<WaitingEntry, 'id' | 'offer_id'>;

/** Requires that the entry has the offer, or waits, as it was read. */
const asRead = (table: Table, entry: NamedEntry) => ({
  TableName: table.name,
  Key: entryKeys(entry).own,
  ConditionExpression: 'id = :id AND offer_id = :offer',
  ExpressionAttributeValues: { ':id': entry.id, ':offer': entry.offer_id },
});

/** The writes that remove an entry; the first is refused where it is gone, or has another offer than was read. */
export const entryDeletes = (table: Table, entry: NamedEntry): Write[] => [
  { Delete: asRead(table, entry) },
  ...entryKeys(entry).siblings.map((Key) => ({
    Delete: {
      TableName: table.name,
      Key,
      ConditionExpression: 'entry_id = :id',
      ExpressionAttributeValues: { ':id': entry.id },
    },
  })),
];

type EntryChange = Partial<
  Pick<StoredEntry, 'since' | 'put_first_at' | 'put_first_reason' | 'passed_over_at' | 'offer_id'>
>;

/** The write that changes an entry; refused where it is gone, or has another offer than was read. */
export const entryUpdate = (table: Table, entry: NamedEntry, change: EntryChange): Write => {
  const { ExpressionAttributeValues, ...named } = asRead(table, entry);
  const update = setAttributes(change);
  return {
    Update: {
      ...named,
      ...update,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...update.ExpressionAttributeValues },
    },
  };
};

/** An entry with what its rank depends on. */
export type ListEntry = StoredEntry & RankedEntry;

/** The entries of a slot's list, in no order, those with an offer included. One consistent Query. */
export const listEntries = async (table: Table, slotId: SlotId): Promise<ListEntry[]> => {
  const items = await queryAll(table, {
    ...inPartition(waitingPartition(slotId)),
    ConsistentRead: true,
  });
  const marks = items.filter(isBehindItem).map(behindMarkFromItem);
  const behindAt = new Map(marks.map(({ parent_id, at }) => [parent_id, at]));
  return items
    .filter(isEntryItem)
    .map(entryFromItem)
    .map((entry) => goBehind(entry, behindAt.get(entry.parent_id)));
};

const siblingSchema = z.object({ first_child_id: childIdSchema });

/** The entry that a child has on a slot's list, alone or with siblings; undefined without one. */
export const findEntryOfChild = async (
  table: Table,
  slotId: SlotId,
  childId: ChildId,
): Promise<StoredEntry | undefined> => {
  const key = waitingChildKey(slotId, childId);
  const item = await getItem(table, { key, fromItem: (stored: Item) => stored });
  if (!item) return undefined;
  if (isEntryItem(item)) return entryFromItem(item);
  return findEntryOfChild(table, slotId, siblingSchema.parse(item).first_child_id);
};

/** What a family has on waiting lists. */
export interface FamilyWaiting {
  readonly entries: readonly StoredEntry[];
  /** Those that ended a short time ago, however they did. Open ones are named by their entries. */
  readonly endedOffers: readonly StoredOffer[];
  /** What became of the places that were kept in the next term. */
  readonly renewals: readonly StoredRenewal[];
  /** The slots on whose lists the family went behind others. */
  readonly behindIn: readonly SlotId[];
}

/** The entries and ended offers of a family, oldest first. One Query, of an index that may lag. */
export const listWaitingOfFamily = async (table: Table, parentId: UserId): Promise<FamilyWaiting> => {
  const items = await queryAll(table, inPartition(familyWaitingPartition(parentId)));
  return {
    entries: items.filter(isEntryItem).map(entryFromItem),
    endedOffers: items.filter(isOfferItem).map(offerFromItem),
    renewals: items.filter(isRenewalItem).map(renewalFromItem),
    behindIn: items.filter(isBehindItem).map((item) => behindMarkFromItem(item).time_slot_id),
  };
};
