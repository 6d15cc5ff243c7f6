/** The value of the environment variable `REPETITIONS` for all repetitions. */
export const everyRepetition = 'all';

/** The tag of browser tests that check all their cases in `npm run soak` only. */
export const repeatedTag = '@repeated';

/**
 * The number of repetitions of a randomised test: `all` in `npm run soak`, a tenth of it in all other commands.
 * @param atLeast the minimum, for tests that cannot detect their defect with a tenth
 * @param inTest the number in the other commands where a tenth is too long
 */
export const repetitions = (all: number, { atLeast = 1, inTest = Math.ceil(all / 10) } = {}): number =>
  process.env.REPETITIONS === everyRepetition ? all : Math.max(atLeast, inTest);

/** Prints how far a test of many minutes is; nothing in the other commands. */
export const reportProgress = (
  name: string,
  { done, all }: { readonly done: number; readonly all: number },
): void => {
  if (process.env.REPETITIONS === everyRepetition) process.stderr.write(`${name}: ${done} of ${all}\n`);
};

/**
 * Whether a test runs a case of a list of combinations: every case in `npm run soak`, each `nth` in all other commands.
 * @param nth for a list of several kinds, a number without a common divisor with the numbers of cases of each kind, so
 *   that the chosen cases are of different kinds: 11 in a list with 2 or 10 of each kind
 */
export const isChosen = (index: number, nth = 11): boolean =>
  process.env.REPETITIONS === everyRepetition || index % nth === 0;

/** Every second case of a list, from the first or from the second one; all cases in `npm run soak`. */
export const halfOf = <Case>(cases: readonly Case[], from = 0): readonly Case[] =>
  cases.filter((_, index) => isChosen(index + from, 2));
