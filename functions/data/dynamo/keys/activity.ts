import type { ActivityId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { Key } from './key.ts';

/** Activity entries are in partitions of this prefix; no function's permissions allow to change or delete them. */
export const activityPartitionPrefix = 'ACTIVITY#';

/** The activity of one year (UTC): a few thousand small items. */
export const activityPartition = (year: string) => ({ PK: `${activityPartitionPrefix}${year}` }) as const;

export const activityKey = (id: ActivityId, at: Instant): Key => ({
  ...activityPartition(at.slice(0, 4)),
  SK: id,
});
