import { spawnSync } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { everyRepetition } from '../repetitions.ts';

/** What the known piece of work takes on an idle machine, in milliseconds. */
const idleMs = 200;

/** A known piece of work: fixed computing, and the starts of two processes. */
const measure = (): number => {
  const begunAt = performance.now();
  for (let part = 0; part < 2; part += 1) {
    spawnSync(process.execPath, ['--eval', '0']);
    pbkdf2Sync('password', 'salt', 150_000, 32, 'sha256');
  }
  return Math.max(1, (performance.now() - begunAt) / idleMs);
};

const given = Number(process.env.TEST_SLOWNESS);

/**
 * How many times slower than an idle machine this one is: `TEST_SLOWNESS`, else measured, once when a runner starts. Its
 * workers, and the processes that tests start, inherit it.
 */
const slowness = given >= 1 ? given : measure();
process.env.TEST_SLOWNESS = String(slowness);

/** The load can rise after the measurement. */
const reserve = 10;

// No deadline of the product decides a test.
process.env.DEADLINE_FACTOR ??= String(reserve * slowness);

/** `npm run soak` */
const runsForHours = process.env.REPETITIONS === everyRepetition;

const stretch = (seconds: number): number => Math.ceil(seconds * 1_000 * slowness);

/**
 * The only limits of time in tests, in milliseconds. They end hangs: on an idle machine the longest wait and the longest test
 * take a tenth of them.
 */
export const patience = {
  /** Of one wait for an event. It ends before the test does, so that the message says what did not happen. */
  wait: stretch(60),
  test: stretch(runsForHours ? 4 * 3_600 : 600),
} as const;

/** Options of `vi.waitFor`. */
export const patiently = { timeout: patience.wait, interval: 50 } as const;
