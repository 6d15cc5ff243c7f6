import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPacer } from './pacer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** As many emails at the same time as `messenger` sends. */
const senders = 8;

const requestMs = 80;

/**
 * Sends emails through a pacer, until SES took `count` of them.
 * @param rateOf how many emails a second SES takes at a moment, in milliseconds from the start
 * @returns seconds that passed, and the number of throttled requests
 */
const sendThrough = async (count: number, mailsPerSecond: number, rateOf: (now: number) => number) => {
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const pacer = createPacer({ mailsPerSecond, elapsed: now, pause });
  const accepted: number[] = [];
  let throttled = 0;
  let left = count;
  const send = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await pacer.turn();
      await pause(requestMs);
      if (accepted.filter((moment) => moment > now() - 1_000).length < rateOf(now())) {
        accepted.push(now());
        pacer.noteAccepted();
      } else {
        throttled += 1;
        left += 1;
        pacer.slowDown();
      }
    }
  };
  const all = Promise.all(Array.from({ length: senders }, send));
  await vi.advanceTimersByTimeAsync(3_600_000);
  await all;
  return { seconds: (accepted.at(-1) ?? 0) / 1_000, throttled };
};

it('keeps the rate of the settings while SES takes it', async () => {
  const { seconds, throttled } = await sendThrough(180, 9, () => 100);
  expect(throttled).toBe(0);
  expect(seconds).toBeGreaterThan(19.8);
  expect(seconds).toBeLessThan(20.5);
});

it.each([1, 2, 5])('slows down to %s a second, the rate that SES takes, with few refusals', async (rate) => {
  const { seconds, throttled } = await sendThrough(120, 9, () => rate);
  expect(seconds).toBeLessThan((120 / rate) * 1.5);
  expect(throttled).toBeLessThan(60);
});

it('goes on when SES takes nothing for ten seconds, and becomes faster again', async () => {
  const { seconds, throttled } = await sendThrough(200, 9, (now) => (now < 10_000 ? 0 : 100));
  expect(throttled).toBeLessThan(70);
  expect(seconds).toBeLessThan(10 + 200 / 9 + 60);
});
