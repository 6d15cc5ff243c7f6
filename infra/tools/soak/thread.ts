import { parentPort, workerData } from 'node:worker_threads';
import { createRunner } from './driver.ts';
import { themes } from './themes.ts';

export type ThreadWork = readonly { readonly theme: string; readonly seed: number }[];

// The functions log every refusal and failure. Here they are intended.
for (const level of ['info', 'warn', 'error'] as const) console[level] = () => {};

// Set in main.ts.
const jobs = (workerData as ThreadWork).flatMap(({ theme: name, seed }) =>
  themes.flatMap((theme) => (theme.name === name ? [{ theme, seed }] : [])),
);
const runner = createRunner();
await runner.runAll(jobs, (report) => {
  parentPort?.postMessage(report);
  return undefined;
});
await runner.stop();
