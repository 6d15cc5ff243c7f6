import { openGround } from './ground.ts';
import { openLane } from './lane.ts';
import type { Mutant } from './mutants.ts';
import { type RunResult, runSeed } from './run.ts';

/** Runs under way at once in one thread: while some wait, others work. */
const lanesAtOnce = 6;

/**
 * Runs on one ground. The engine looks through all it ever wrote into streams for each record it adds, so that runs
 * slow down where many came before.
 */
const runsPerGround = 60;

/** Runs seeds, several at once, until there are none left or `onRun` says that it is enough. */
export const runSeeds = async (
  seeds: readonly number[],
  onRun: (result: RunResult) => 'enough' | undefined,
  mutant?: Mutant,
): Promise<void> => {
  let isEnough = false;
  for (let start = 0; start < seeds.length && !isEnough; start += runsPerGround) {
    const ground = await openGround();
    // One iterator for all: each seed is taken once.
    const queue = seeds.slice(start, start + runsPerGround).values();
    const work = async (): Promise<void> => {
      const lane = await openLane(ground.engine);
      for (const seed of queue) {
        if (onRun(await runSeed(seed, ground, lane, mutant))) isEnough = true;
        if (isEnough) break;
      }
      lane.close();
    };
    await Promise.all(Array.from({ length: lanesAtOnce }, work));
    await ground.close();
  }
};
