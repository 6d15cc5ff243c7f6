import { spawnSync } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';

/** With the environment variable `REPETITIONS=all`, tests make all repetitions. */
const everyRepetition = 'all';

/** The tag of browser tests that check all their cases with `REPETITIONS=all` only. */
export const repeatedTag = '@repeated';

/**
 * The number of repetitions of a randomised test: `all` with `REPETITIONS=all`, else a tenth.
 * @param atLeast the minimum, for tests that cannot detect their defect with a tenth
 * @param inTest the number where a tenth is too long
 */
export const repetitions = (all: number, { atLeast = 1, inTest = Math.ceil(all / 10) } = {}): number =>
  process.env.REPETITIONS === everyRepetition ? all : Math.max(atLeast, inTest);

/** Prints how far a test of many minutes is; nothing without `REPETITIONS=all`. */
export const reportProgress = (
  name: string,
  { done, all }: { readonly done: number; readonly all: number },
): void => {
  if (process.env.REPETITIONS === everyRepetition) process.stderr.write(`${name}: ${done} of ${all}\n`);
};

/**
 * Whether a test runs a case of a list of combinations: every case with `REPETITIONS=all`, else each `nth`.
 * @param nth for a list of several kinds, a number without a common divisor with the numbers of cases of each kind, so
 *   that the chosen cases are of different kinds: 11 in a list with 2 or 10 of each kind
 */
export const isChosen = (index: number, nth = 11): boolean =>
  process.env.REPETITIONS === everyRepetition || index % nth === 0;

/** Every second case of a list, from the first or from the second one; all cases with `REPETITIONS=all`. */
export const halfOf = <Case>(cases: readonly Case[], from = 0): readonly Case[] =>
  cases.filter((_, index) => isChosen(index + from, 2));

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
