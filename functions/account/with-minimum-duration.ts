import type { Pause } from '../clock.ts';

/**
 * Runs work, and settles with its result or error after at least `ms` milliseconds: the time of the answer does not tell
 * what the work did.
 */
export const withMinimumDuration = async <Result>(
  ms: number,
  pause: Pause,
  work: () => Promise<Result>,
): Promise<Result> => {
  const minimum = pause(ms);
  try {
    return await work();
  } finally {
    await minimum;
  }
};
