import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Tally } from './tally.ts';

/** What one thread is to do. */
export interface ThreadWork {
  readonly seeds: readonly number[];
}

/** What became of one run. */
export interface RunReport {
  readonly seed: number;
  readonly tally: Tally;
  /** Undefined where every promise was kept. */
  readonly story: string | undefined;
}

/**
 * Runs seeds, shared among threads: most of a run is the work of clients and handlers.
 * @param onRun is told of each run when it has ended; an answer of 'enough' ends all
 * @throws Error when a thread fails, which is no finding but a defect of the soak
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
