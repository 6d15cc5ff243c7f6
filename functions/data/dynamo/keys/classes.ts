import type { SessionKey } from '#shared/schemas/cancellation';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import type { Key } from './key.ts';

/**
 * Classes and their slots share one partition: the public listing is one Query, and a booking writes no index for its
 * slot.
 */
const catalogue = 'CLASSES';

/** Of a class; its sort key is the prefix of those of its slots. */
export const classKey = (classId: ClassId): Key => ({ PK: catalogue, SK: classId });

export const slotKey = (classId: ClassId, slotId: SlotId): Key => ({
  PK: catalogue,
  SK: `${classId}#${slotId}`,
});

/** Where the current classes begin, with them: the listing reads no other partition. */
export const currentClassesKey: Key = { PK: catalogue, SK: 'CURRENT' };

/** Selects all classes with their slots. */
export const cataloguePartition = { PK: catalogue } as const;

/** Drafts are apart from classes: no reader of classes reads one. */
export const draftsPartition = { PK: 'DRAFTS' } as const;

/** Of the draft of a class. */
export const draftKey = (classId: ClassId): Key => ({ ...draftsPartition, SK: classId });

/** What a class was planned from, and for which week: that of a draft and of the class that it became. */
export const plannedKey = ({ class_id, first_week }: NonNullable<ManagedClass['planned_from']>): Key => ({
  PK: `PLANNED#${class_id}`,
  SK: first_week,
});

/** Cancellations are in partitions of this prefix. */
export const cancellationsPartitionPrefix = 'CANCELLATIONS#';

/** The cancellations of a class's sessions. */
export const cancellationsPartition = (classId: ClassId) =>
  ({ PK: `${cancellationsPartitionPrefix}${classId}` }) as const;

/** One for each cancellation: a session that is brought back and cancelled again has two. */
export const cancellationKey = ({ class_id, slot_id, date }: SessionKey, calendarVersion: number): Key => ({
  ...cancellationsPartition(class_id),
  SK: `${slot_id}#${date}#${calendarVersion}`,
});
