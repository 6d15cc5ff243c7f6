import type { Clock } from '#functions/clock';
import { tooManyFailures } from './errors.ts';

const freeFailures = 5;
const longestDelayMs = 15 * 60 * 1_000;

/**
 * Counts failed attempts to sign in, by password and by code alike, as Cognito does: after five failures each further one
 * doubles the delay, from a second to 15 minutes. An attempt during the delay is refused without a look at it.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html
 */
export const createAttempts = (clock: Clock) => {
  const failures = new Map<string, { readonly count: number; readonly lockedUntil: number }>();
  return {
    /** @throws CognitoError during the delay */
    check: (userId: string): void => {
      if ((failures.get(userId)?.lockedUntil ?? 0) > clock().getTime()) throw tooManyFailures();
    },
    failed: (userId: string): void => {
      const count = (failures.get(userId)?.count ?? 0) + 1;
      const delay = count < freeFailures ? 0 : Math.min(longestDelayMs, 1_000 * 2 ** (count - freeFailures));
      failures.set(userId, { count, lockedUntil: clock().getTime() + delay });
    },
    /** A complete sign-in: with the code, where one is asked for. */
    succeeded: (userId: string): void => {
      failures.delete(userId);
    },
  };
};

export type Attempts = ReturnType<typeof createAttempts>;
