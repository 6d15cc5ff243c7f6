import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { Key } from './key.ts';

/** Who makes attempts: a user, or whoever has the link of an offer. */
export type AttemptMaker = UserId | `${typeof linkMakerPrefix}${string}`;

const linkMakerPrefix = 'LINK#';

/** The maker of attempts by the link of an offer. */
export const linkMaker = (offerId: string): AttemptMaker => `${linkMakerPrefix}${offerId}`;

/** Attempts are in partitions of this prefix; those by links in partitions of the second one. */
const attemptPartitionPrefix = 'ATTEMPT#';
export const linkAttemptPartitionPrefix = `${attemptPartitionPrefix}${linkMakerPrefix}`;

/** The attempts of one maker. */
export const attemptPartition = (by: AttemptMaker) => ({ PK: `${attemptPartitionPrefix}${by}` }) as const;

/** What one attempt asked for, and what it made or deleted. */
export const attemptKey = (by: AttemptMaker, attempt: IdempotencyKey): Key => ({
  ...attemptPartition(by),
  SK: attempt,
});
