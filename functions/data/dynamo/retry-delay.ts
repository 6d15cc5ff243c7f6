import { setTimeout as sleep } from 'node:timers/promises';
import { hasNoDeadline, isOutOfPatience } from '../../aws-requests.ts';

const shortestPauseMs = 10;
const longestPauseMs = 200;

/**
 * Delays between retries, with full jitter.
 * @returns waits before the next retry; resolves to false, without a wait, where it would begin after `retryMs`, or
 *   after the patience of the person who waits; never in work without a deadline
 */
export const retryDelay = (retryMs: number): (() => Promise<boolean>) => {
  const giveUpAt = hasNoDeadline() ? Number.POSITIVE_INFINITY : performance.now() + retryMs;
  let pause = shortestPauseMs;
  return async () => {
    const wait = Math.random() * pause;
    pause = Math.min(pause * 2, longestPauseMs);
    if (performance.now() + wait > giveUpAt || isOutOfPatience(wait)) return false;
    await sleep(wait);
    return true;
  };
};
