import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { Key } from './key.ts';

/** What one attempt of a user made or deleted. */
export const attemptKey = (userId: UserId, attempt: IdempotencyKey): Key => ({
  PK: `ATTEMPT#${userId}`,
  SK: attempt,
});
