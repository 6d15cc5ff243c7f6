import { parentPort, workerData } from 'node:worker_threads';
import { runSeeds } from './run-seeds.ts';
import type { RunReport, ThreadWork } from './soak.ts';
import { storyOf } from './story.ts';
import { tallyOf } from './tally.ts';

// The functions log every refusal and every failure; here they are what is asked for.
for (const level of ['info', 'warn', 'error'] as const) console[level] = () => {};

// What the thread is started with in soak.ts.
const { seeds } = workerData as ThreadWork;
await runSeeds(seeds, (result) => {
  const report: RunReport = {
    seed: result.seed,
    tally: tallyOf(result),
    story: result.violations.length > 0 ? storyOf(result) : undefined,
  };
  parentPort?.postMessage(report);
  return undefined;
});
