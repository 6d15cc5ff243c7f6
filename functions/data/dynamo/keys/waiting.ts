import type { ChildId, OfferId, SlotId, UserId, WaitingEntryId } from '#shared/schemas/ids';
import { type Key, sha256 } from './key.ts';

/** The waiting lists of slots are in partitions of this prefix. */
export const waitingPartitionPrefix = 'WAITING#';

export const waitingPartition = (slotId: SlotId) => ({ PK: `${waitingPartitionPrefix}${slotId}` }) as const;

/** One per slot and child, so that a child is on a list once (WAI-02). */
export const waitingChildKey = (slotId: SlotId, childId: ChildId): Key => ({
  ...waitingPartition(slotId),
  SK: `CHILD#${childId}`,
});

/** One per slot and family, that the family's entries go behind those of others (WAI-15). */
export const behindKey = (slotId: SlotId, parentId: UserId): Key => ({
  ...waitingPartition(slotId),
  SK: `BEHIND#${parentId}`,
});

/** A family's entries of waiting lists, its offers that ended, and the lists on which it went behind other families. */
export const familyWaitingPartition = (parentId: UserId) => ({ GSI1PK: `WAITING#${parentId}` }) as const;

export const waitingIndexKeys = (parentId: UserId, id: WaitingEntryId | OfferId | SlotId) => ({
  ...familyWaitingPartition(parentId),
  GSI1SK: id,
});

/** Offers are in partitions of this prefix. */
export const offerPartitionPrefix = 'OFFER#';

export const offerKey = (id: OfferId): Key => ({ PK: `${offerPartitionPrefix}${id}`, SK: 'OFFER' });

/** The links of offers are in partitions of this prefix. */
export const offerLinkPartitionPrefix = 'OFFERLINK#';

/** The links of one offer: each email of it has one. */
export const offerLinksPartition = (id: OfferId) => ({ PK: `${offerLinkPartitionPrefix}${id}` }) as const;

/** The link of an emailed offer, by the hash of its secret. */
export const offerLinkKey = (id: OfferId, secret: string): Key => ({
  ...offerLinksPartition(id),
  SK: sha256(secret),
});
