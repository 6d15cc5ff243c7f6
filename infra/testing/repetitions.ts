/** The value of the environment variable `REPETITIONS` with which tests repeat as often as they can say. */
export const everyRepetition = 'all';

/**
 * How often a test repeats what it tries for confidence: as often as it says in `npm run soak`, a tenth of that in
 * `npm test`.
 * @param atLeast where a tenth is too few to notice the defect that the test looks for
 */
export const repetitions = (all: number, { atLeast = 1 } = {}): number =>
  process.env.REPETITIONS === everyRepetition ? all : Math.max(atLeast, Math.ceil(all / 10));
