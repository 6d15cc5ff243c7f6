import type { limits } from '#shared/limits';
import type { UserId } from '#shared/schemas/ids';
import { type Key, sha256 } from './key.ts';

/**
 * Every kind of link that works by its secret alone. `deletions/end-links.ts` says of each how a new password and the erasure of
 * the account end it (AUT-45).
 */
export type LinkKind =
  | keyof typeof limits.linkHours
  | 'offer'
  | 'reminder'
  | 'coach-invitation'
  | 'calendar-feed'
  | 'newsletter-confirmation'
  | 'newsletter-leave';

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

/** The links of an account that are items of their own: all of a kind end together (AUT-45). */
export const accountLinksPartition = (userId: UserId) => ({ GSI1PK: `TOKENS#${userId}` }) as const;

export const accountLinkKeys = (userId: UserId, kind: LinkKind) => ({
  ...accountLinksPartition(userId),
  GSI1SK: kind,
});
