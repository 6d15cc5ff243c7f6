import type {
  BookingId,
  ChildId,
  ClassId,
  MessageId,
  OfferId,
  SlotId,
  UserId,
  WaitingEntryId,
} from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { type Key, sha256 } from './key.ts';

/** Names the place of the next term that is kept for the child of a booking. */
interface RenewalIds {
  readonly from_class_id: ClassId;
  /** The class of the next term. */
  readonly class_id: ClassId;
  readonly booking_id: BookingId;
}

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

/** What became of the places that were kept in the next term is in partitions of this prefix. */
export const renewalPartitionPrefix = 'RENEWALS#';

/** Of the places that were kept for the children of one class. */
export const renewalsPartition = (fromClassId: ClassId) =>
  ({ PK: `${renewalPartitionPrefix}${fromClassId}` }) as const;

/** One for each booking and class that follows: a place is kept once. */
export const renewalKey = ({ from_class_id, class_id, booking_id }: RenewalIds): Key => ({
  ...renewalsPartition(from_class_id),
  SK: `${class_id}#${booking_id}`,
});

/** The reminders of kept places that are due, and the notices that some ran out. */
export const renewalRemindersPartition = { PK: 'RENEWALREMINDERS' } as const;

/** One for each publication of a term and day after it. */
export const renewalReminderKey = (publication: MessageId, day: number): Key => ({
  ...renewalRemindersPartition,
  SK: `${publication}#${day}`,
});

/** One for each publication of a term and deadline of places that it kept. */
export const renewalNoticeKey = (publication: MessageId, until: Instant): Key => ({
  ...renewalRemindersPartition,
  SK: `${publication}#${until}`,
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
