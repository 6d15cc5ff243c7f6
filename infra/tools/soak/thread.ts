import { parentPort, workerData } from 'node:worker_threads';
import { describeViolations, runSeeds } from './run-seeds.ts';
import { type RunReport, type ThreadWork, tallyOf } from './soak.ts';

// The functions log every refusal and failure. Here they are intended.
for (const level of ['info', 'warn', 'error'] as const) console[level] = () => {};

// Set in soak.ts.
const { seeds } = workerData as ThreadWork;
await runSeeds(seeds, (result) => {
  const report: RunReport = {
    seed: result.seed,
    tally: tallyOf(result),
    failure: result.violations.length > 0 ? describeViolations(result.violations) : undefined,
  };
  parentPort?.postMessage(report);
  return undefined;
});
