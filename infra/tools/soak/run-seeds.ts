import { startEnvironment } from './environment.ts';
import type { Mutant } from './mutants.ts';
import { type RunResult, runSeed } from './run.ts';
import { createWorker } from './worker.ts';

/** Concurrent runs in one thread. Runs wait for I/O most of the time. */
const workersPerThread = 6;

/**
 * Runs in one environment. For each stream record, the engine searches all records that it ever wrote, so that runs get
 * slower with every run before them.
 */
const runsPerEnvironment = 60;

/** Runs seeds concurrently until none is left or `onRun` returns 'enough'. */
export const runSeeds = async (
  seeds: readonly number[],
  onRun: (result: RunResult) => 'enough' | undefined,
  mutant?: Mutant,
): Promise<void> => {
  let isEnough = false;
  for (let start = 0; start < seeds.length && !isEnough; start += runsPerEnvironment) {
    const environment = await startEnvironment();
    // All workers share one iterator, so that each seed runs once.
    const queue = seeds.slice(start, start + runsPerEnvironment).values();
    const work = async (): Promise<void> => {
      const worker = await createWorker(environment.engine);
      for (const seed of queue) {
        if (onRun(await runSeed(seed, environment, worker, mutant))) isEnough = true;
        if (isEnough) break;
      }
      worker.close();
    };
    await Promise.all(Array.from({ length: workersPerThread }, work));
    await environment.close();
  }
};
