import { limits } from '#shared/limits';
import type { UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { Caller } from './caller.ts';
import { problem } from './problem-error.ts';

/** Since when an account has a second factor; undefined without one. */
export type FactorSince = (userId: UserId) => Promise<Instant | undefined>;

/**
 * Refuses a caller who entered the password too long ago, or at an unknown time. A sign-in from before the account had its
 * second factor did without the code, so it is refused too (MFA-06).
 * @throws ProblemError freshSignInRequired
 */
export const requireFreshSignIn = async (
  { userId, signedInAt }: Caller,
  now: Date,
  factorSince: FactorSince | undefined,
): Promise<void> => {
  const seconds = (now.getTime() - signedInAt.getTime()) / 1000;
  const isFresh = seconds <= limits.freshSignInSeconds;
  if (!isFresh) throw problem('freshSignInRequired');
  const since = await factorSince?.(userId);
  // Tokens have whole seconds.
  if (since && signedInAt.getTime() < Math.floor(Date.parse(since) / 1000) * 1000) {
    throw problem('freshSignInRequired');
  }
};
