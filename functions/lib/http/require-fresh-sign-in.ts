import { limits } from '#shared/limits';
import type { Caller } from './caller.ts';
import { problem } from './problem-error.ts';

/**
 * Refuses a caller who entered the password too long ago, or at an unknown time.
 * @throws ProblemError freshSignInRequired
 */
export const requireFreshSignIn = ({ signedInAt }: Caller, now: Date): void => {
  const seconds = (now.getTime() - signedInAt.getTime()) / 1000;
  const isFresh = seconds <= limits.freshSignInSeconds;
  if (!isFresh) throw problem('freshSignInRequired');
};
