import type { Pause } from '../clock.ts';

/** Answers, or fails, no sooner than after so many milliseconds: so the time tells nothing of what was done. */
export const withMinimumDuration = async <Result>(
  ms: number,
  pause: Pause,
  work: () => Promise<Result>,
): Promise<Result> => {
  const floor = pause(ms);
  try {
    return await work();
  } finally {
    await floor;
  }
};
