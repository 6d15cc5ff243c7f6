import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from '../limits.ts';
import { hasNoDeadline, isOutOfPatience } from './aws-requests.ts';

/** Contention persisted for as long as a request waits. Nothing was written; the API answers 503 (busy). */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';
}

const shortestPauseMs = 10;
const longestPauseMs = 200;
const lastPauseMs = 20;

/**
 * Delays between retries, with full jitter. They grow to 200 ms and shrink again near the end, so that of many who want one
 * item those who wait longest ask most often, and nearly all get it in time.
 * @returns waits before the next retry; false without a wait where the retry would begin after `retryMs` or the waiting
 * person's patience, never in work without a deadline
 */
export const retryDelay = (retryMs: number): (() => Promise<boolean>) => {
  const giveUpAt = hasNoDeadline() ? Number.POSITIVE_INFINITY : performance.now() + retryMs;
  let pause = shortestPauseMs;
  return async () => {
    const left = (giveUpAt - performance.now()) / retryMs;
    const wait = Math.random() * Math.min(pause, Math.max(longestPauseMs * left, lastPauseMs));
    pause = Math.min(pause * 2, longestPauseMs);
    if (performance.now() + wait > giveUpAt || isOutOfPatience(wait)) return false;
    await sleep(wait);
    return true;
  };
};

/** Until `patienceMs`. @param attempt undefined where it was refused @throws ContentionError where contention persisted */
export const retryRefused = async <Result>(attempt: () => Promise<Result | undefined>): Promise<Result> => {
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (!(await waitToRetry())) throw new ContentionError('Changes since the read persisted');
  }
};
