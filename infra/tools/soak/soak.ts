import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Tally } from './tally.ts';

/** The seeds that one thread runs. */
export interface ThreadWork {
  readonly seeds: readonly number[];
}

/** The result of one run. */
export interface RunReport {
  readonly seed: number;
  readonly tally: Tally;
  /** The violated rules, described in words; undefined if there are none. */
  readonly failure: string | undefined;
}

/**
 * Runs seeds in several threads.
 * @param onRun called after each run; 'enough' ends all threads
 * @throws Error when a thread fails, which is a defect of the soak and not of the product
 */
export const soak = async (
  seeds: readonly number[],
  { threads, onRun }: { threads: number; onRun: (report: RunReport) => 'enough' | undefined },
): Promise<void> => {
  const workers = Array.from({ length: threads }, (_, thread) => {
    const workerData: ThreadWork = {
      seeds: seeds.filter((_, index) => index % threads === thread),
    };
    return new Worker(new URL('./thread.ts', import.meta.url), { workerData });
  });
  try {
    await Promise.all(
      workers.map(async (worker) => {
        worker.on('message', (report: RunReport) => {
          if (onRun(report)) for (const each of workers) void each.terminate();
        });
        // Rejects with the error of a thread that fails.
        await once(worker, 'exit');
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
};
