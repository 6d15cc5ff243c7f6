import type { Ground } from './ground.ts';
import { openLane } from './lane.ts';
import type { Mutant } from './mutants.ts';
import { type RunResult, runSeed } from './run.ts';

/** Runs under way at once in one thread: while some wait, others work. */
const lanesAtOnce = 6;

/** Runs seeds, several at once, until there are none left or `onRun` says that it is enough. */
export const runSeeds = async (
  ground: Ground,
  seeds: Iterable<number>,
  onRun: (result: RunResult) => 'enough' | undefined,
  mutant?: Mutant,
): Promise<void> => {
  let isEnough = false;
  // One iterator for all: each seed is taken once.
  const queue = seeds[Symbol.iterator]();
  const work = async (): Promise<void> => {
    const lane = await openLane(ground.engine);
    for (let next = queue.next(); !next.done && !isEnough; next = queue.next()) {
      if (onRun(await runSeed(next.value, ground, lane, mutant))) isEnough = true;
    }
    lane.close();
  };
  await Promise.all(Array.from({ length: lanesAtOnce }, work));
};
