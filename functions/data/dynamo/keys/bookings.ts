import type { BookingId, ChildId, ClassId, SlotId, UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { type Key, sha256 } from './key.ts';

/** Bookings are in partitions of this prefix. */
export const rosterPartitionPrefix = 'SLOT#';

export const rosterPartition = (slotId: SlotId) => ({ PK: `${rosterPartitionPrefix}${slotId}` }) as const;

/** A slot's bookings by one parent. */
export const rosterOfParentPrefix = (slotId: SlotId, parentId: UserId): Key => ({
  ...rosterPartition(slotId),
  SK: `BOOKING#${parentId}#`,
});

/**
 * One per slot, parent and child: a second booking of the same child has the same key. Names of a family's children are
 * unique (KID-02), so that a child's name has one booking in a slot (BOK-29).
 */
export const bookingKey = (slotId: SlotId, parentId: UserId, childId: ChildId): Key => ({
  ...rosterPartition(slotId),
  SK: `BOOKING#${parentId}#${childId}`,
});

/** The history of families: their ended bookings are in partitions of this prefix. */
export const historyPartitionPrefix = 'PAST#';

export const endedBookingsPartition = (parentId: UserId) =>
  ({ PK: `${historyPartitionPrefix}${parentId}` }) as const;

export const endedBookingKey = (parentId: UserId, bookingId: BookingId): Key => ({
  ...endedBookingsPartition(parentId),
  SK: bookingId,
});

/** The full bookings of a class that ended, in their order. */
export const endedInClassPartition = (classId: ClassId) => ({ GSI2PK: `ENDED#${classId}` }) as const;

export const endedInClassKeys = ({ class_id, id }: { class_id: ClassId; id: BookingId }) => ({
  ...endedInClassPartition(class_id),
  GSI2SK: id,
});

/** The late cancellations whose credit is to be decided. */
export const lateEndingsPartition = { PK: 'LATE-ENDINGS' } as const;

export const lateEndingKey = (bookingId: BookingId): Key => ({ ...lateEndingsPartition, SK: bookingId });

/** Families' bookings are in partitions of this prefix of the index. */
export const parentBookingsPrefix = 'PARENT#';

export const parentBookingsPartition = (parentId: UserId) =>
  ({ GSI1PK: `${parentBookingsPrefix}${parentId}` }) as const;

/** Bookings of one month (UTC), so that no partition grows forever. */
export const monthBookingsPartition = (createdAt: Instant) =>
  ({ GSI2PK: `BOOKINGS#${createdAt.slice(0, 7)}` }) as const;

export const bookingIndexKeys = (booking: { id: BookingId; parent_id: UserId; created_at: Instant }) => ({
  ...parentBookingsPartition(booking.parent_id),
  GSI1SK: booking.id,
  ...monthBookingsPartition(booking.created_at),
  GSI2SK: booking.id,
});

/** The links of reminders are in partitions of this prefix. */
export const dayLinkPartitionPrefix = 'DAYLINK#';

/** The link to a family's sessions of a day, by the hash of its secret. */
export const dayLinkKey = (secret: string): Key => ({
  PK: `${dayLinkPartitionPrefix}${sha256(secret)}`,
  SK: 'LINK',
});
