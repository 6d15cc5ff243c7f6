import type { Pause } from '../lib/clock.ts';

export interface Pacer {
  readonly turn: () => Promise<void>;
  readonly noteAccepted: () => void;
  /** SES refused an email for its rate. Turns slow down to the rate that it took, then become faster step by step. */
  readonly slowDown: () => void;
}

interface PacerDeps {
  readonly mailsPerSecond: number;
  readonly elapsed: () => number;
  readonly pause: Pause;
}

/** SES counts by the second. */
const secondMs = 1_000;

/** The lowest rate that SES gives an account is one per second. */
const longestIntervalMs = 2_000;

/** The factor by which each refusal lengthens the interval at least, and each turn shortens it. */
const slowing = 1.25;
const recovery = 0.98;

/** Turns never exceed `mailsPerSecond`. Time without a turn is not made up for. */
export const createPacer = ({ mailsPerSecond, elapsed, pause }: PacerDeps): Pacer => {
  const shortestIntervalMs = 1_000 / mailsPerSecond;
  let intervalMs = shortestIntervalMs;
  let nextAt = elapsed();
  let slowedAt = Number.NEGATIVE_INFINITY;
  let acceptedAt: number[] = [];
  let last: Promise<void> = Promise.resolve();

  // In series, so that a slow-down reaches all who wait.
  const next = async (): Promise<void> => {
    const turnAt = Math.max(nextAt, elapsed());
    nextAt = turnAt + intervalMs;
    intervalMs = Math.max(shortestIntervalMs, intervalMs * recovery);
    const waitMs = turnAt - elapsed();
    if (waitMs > 0) await pause(waitMs);
  };
  return {
    turn: () => {
      last = last.then(next);
      return last;
    },
    noteAccepted: () => {
      const now = elapsed();
      acceptedAt = [...acceptedAt.filter((moment) => moment > now - secondMs), now];
    },
    slowDown: () => {
      const now = elapsed();
      // Emails whose turn was before the last slow-down tell nothing new.
      if (now - slowedAt < secondMs) return;
      slowedAt = now;
      const taken = acceptedAt.filter((moment) => moment > now - secondMs).length;
      intervalMs = Math.min(
        longestIntervalMs,
        Math.max(slowing * intervalMs, taken > 0 ? secondMs / taken : 0),
      );
    },
  };
};
