import { createHash } from 'node:crypto';
import { childNameKey } from '#shared/domain/child-name';
import type { BookingId, ChildId, ClassId, SlotId, UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';

/**
 * Every key of the table; no other file builds one. README of the data: docs/data-model.md.
 *
 * Classes and their slots share the partition CLASSES, so the public listing is one Query and a booking writes
 * no index for its slot. Names of children enter keys only as a hash: keys turn up in logs and metrics.
 */
const catalogue = 'CLASSES';

export interface Key {
  readonly PK: string;
  readonly SK: string;
}

export const classKey = (classId: ClassId): Key => ({ PK: catalogue, SK: classId });

export const slotKey = (classId: ClassId, slotId: SlotId): Key => ({
  PK: catalogue,
  SK: `${classId}#${slotId}`,
});

/** Selects all classes with their slots, or one class with its slots. */
export const cataloguePartition = { PK: catalogue } as const;
export const classPrefix = (classId: ClassId): Key => classKey(classId);

export const profileKey = (userId: UserId): Key => ({ PK: `USER#${userId}`, SK: 'PROFILE' });

export const childKey = (userId: UserId, childId: ChildId): Key => ({
  PK: `USER#${userId}`,
  SK: `CHILD#${childId}`,
});

export const familyPartition = (userId: UserId) => ({ PK: `USER#${userId}` }) as const;

export const rosterPartition = (slotId: SlotId) => ({ PK: `SLOT#${slotId}` }) as const;

/** A slot's bookings by one parent. */
export const rosterOfParentPrefix = (slotId: SlotId, parentId: UserId): Key => ({
  PK: `SLOT#${slotId}`,
  SK: `BOOKING#${parentId}#`,
});

/** One per slot, parent and child name: a second booking of the same child meets the first one (BOK-29). */
export const bookingKey = (slotId: SlotId, parentId: UserId, childName: string): Key => ({
  PK: `SLOT#${slotId}`,
  SK: `BOOKING#${parentId}#${createHash('sha256').update(childNameKey(childName)).digest('base64url').slice(0, 22)}`,
});

export const parentBookingsPartition = (parentId: UserId) => ({ GSI1PK: `PARENT#${parentId}` }) as const;

/** Bookings of one month (UTC): no partition grows without end. */
export const monthBookingsPartition = (createdAt: Instant) =>
  ({ GSI2PK: `BOOKINGS#${createdAt.slice(0, 7)}` }) as const;

export const bookingIndexKeys = (booking: { id: BookingId; parent_id: UserId; created_at: Instant }) => ({
  ...parentBookingsPartition(booking.parent_id),
  GSI1SK: booking.id,
  ...monthBookingsPartition(booking.created_at),
  GSI2SK: booking.id,
});

/** All that the mailer writes is in partitions of this prefix; infrastructure allows it no other. */
export const mailPartitionPrefix = 'MAIL#';

/** The mailer's claim on one booking's confirmation: held once, so that it is sent once. */
export const confirmationClaimKey = (bookingId: BookingId): Key => ({
  PK: `${mailPartitionPrefix}${bookingId}`,
  SK: 'CONFIRMATION',
});
