import type { SlotId, UserId } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import type { Key } from './key.ts';

/** Views of cards are in partitions of this prefix. */
export const viewPartitionPrefix = 'VIEWS#';

/** The views of the children of a slot, or of a family. */
export const viewsPartition = (of: SlotId | UserId) => ({ PK: `${viewPartitionPrefix}${of}` }) as const;

/** One item for each person, session and day; sorted by day. */
export const viewKey = (
  of: SlotId | UserId,
  day: CalendarDate,
  viewer: UserId,
  session: CalendarDate | null,
): Key => ({ ...viewsPartition(of), SK: [day, viewer, ...(session ? [session] : [])].join('#') });
