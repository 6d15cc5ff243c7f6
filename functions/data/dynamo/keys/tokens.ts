import type { UserId } from '#shared/schemas/ids';
import { type Key, sha256 } from './key.ts';

export const tokenPartitionPrefix = 'TOKEN#';

/** The token of an emailed link, hashed: the table's content is not enough to use the link. */
export const tokenKey = (token: string): Key => ({
  PK: `${tokenPartitionPrefix}${sha256(token)}`,
  SK: 'TOKEN',
});

/** The calendar feeds of families. They are in partitions of their own: who serves feeds reads no profile. */
export const feedPartitionPrefix = 'FEED#';

export const calendarFeedKey = (userId: UserId): Key => ({
  PK: `${feedPartitionPrefix}${userId}`,
  SK: 'FEED',
});

export const userTokensPartition = (userId: UserId) => ({ GSI1PK: `TOKENS#${userId}` }) as const;
