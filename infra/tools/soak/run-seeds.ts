import { type Environment, startEnvironment } from './environment.ts';
import type { SoakMutant } from './mutants/soak-mutant.ts';
import { type RunResult, runSeed } from './run.ts';
import { createWorker, type Worker } from './worker.ts';

/** Concurrent runs in one thread. Runs wait for I/O most of the time. */
const workersPerThread = 6;

/**
 * Runs in one environment. For each stream record, the engine searches all records that it ever wrote, so that runs get
 * slower with every run before them.
 */
const runsPerEnvironment = 60;

interface Stage {
  readonly environment: Environment;
  readonly workers: readonly Worker[];
  runsLeft: number;
}

const startStage = async (workers: number): Promise<Stage> => {
  const environment = await startEnvironment();
  const { engine } = environment;
  return {
    environment,
    workers: await Promise.all(Array.from({ length: workers }, () => createWorker(engine))),
    runsLeft: runsPerEnvironment,
  };
};

const endStage = async ({ environment, workers }: Stage): Promise<void> => {
  for (const worker of workers) worker.close();
  await environment.close();
};

/** Runs seeds in an environment that is kept from one call to the next, and renewed after some runs. */
export const createSeedRunner = (workers = workersPerThread) => {
  let stage: Stage | undefined;
  const close = async (): Promise<void> => {
    if (stage) await endStage(stage);
    stage = undefined;
  };
  const freshStage = async (): Promise<Stage> => {
    if (stage?.runsLeft === 0) await close();
    stage ??= await startStage(workers);
    return stage;
  };

  /** Runs seeds concurrently until none is left or `onRun` returns 'enough'. */
  const run = async (
    seeds: readonly number[],
    onRun: (result: RunResult) => 'enough' | undefined,
    mutant?: SoakMutant,
  ): Promise<void> => {
    let isEnough = false;
    // All workers share one iterator, so that each seed runs once.
    const queue = seeds.values();
    let left = seeds.length;
    while (left > 0 && !isEnough) {
      const current = await freshStage();
      const work = async (worker: Worker): Promise<void> => {
        while (current.runsLeft > 0 && !isEnough) {
          const { value: seed, done } = queue.next();
          if (done) return;
          left -= 1;
          current.runsLeft -= 1;
          if (onRun(await runSeed(seed, current.environment, worker, mutant))) isEnough = true;
        }
      };
      await Promise.all(current.workers.map(work));
    }
  };
  return { run, close };
};

/** Runs seeds concurrently until none is left or `onRun` returns 'enough'. */
export const runSeeds = async (
  seeds: readonly number[],
  onRun: (result: RunResult) => 'enough' | undefined,
): Promise<void> => {
  const runner = createSeedRunner();
  await runner.run(seeds, onRun);
  await runner.close();
};
