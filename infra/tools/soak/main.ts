import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { CommandError, runAsCommand } from '../../command.ts';
import { createProgress } from '../progress.ts';
import { addCounts, type Counts, describeViolations, kindsWithoutSuccess, type Report } from './driver.ts';
import { themes } from './themes.ts';
import type { ThreadWork } from './thread.ts';

/** @param onReport 'enough' ends all threads @throws Error when a thread fails, which is a defect of the soak */
const runInThreads = async (
  jobs: ThreadWork,
  onReport: (report: Report) => 'enough' | undefined,
): Promise<void> => {
  const count = Math.min(availableParallelism(), jobs.length);
  const workers = Array.from({ length: count }, (_, thread) => {
    const workerData: ThreadWork = jobs.filter((__, index) => index % count === thread);
    return new Worker(new URL('./thread.ts', import.meta.url), { workerData });
  });
  try {
    await Promise.all(
      workers.map(async (worker) => {
        worker.on('message', (report: Report) => {
          if (onReport(report)) for (const each of workers) void each.terminate();
        });
        // Rejects with the error of a thread that fails.
        await once(worker, 'exit');
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
};

/** Stops at the first broken invariant. @returns whether all held, and requests of each kind succeeded */
const runWithProgress = async (jobs: ThreadWork): Promise<boolean> => {
  const startedAt = performance.now();
  const secondsPassed = () => (performance.now() - startedAt) / 1_000;
  let done = 0;
  let events: Counts = {};
  let hasFailed = false;
  const show = createProgress('runs');
  await runInThreads(jobs, ({ theme, seed, violations, events: ofRun }) => {
    if (hasFailed) return 'enough';
    done += 1;
    events = addCounts(events, ofRun);
    const left = Math.ceil((secondsPassed() / done) * (jobs.length - done));
    show(done, jobs.length, `, ${left} s left `);
    if (violations.length === 0) return undefined;
    hasFailed = true;
    console.log(`\n\nSeed ${seed} of ${theme} broke an invariant.\n\n${describeViolations(violations)}\n`);
    console.log(`To repeat it: npm run soak -- --theme ${theme} --seed ${seed} --runs 1 --times 100`);
    return 'enough';
  });
  if (hasFailed) return false;
  console.log(`\n\nEvery invariant held in ${done} runs (${Math.round(secondsPassed())} s).`);
  console.table(Object.fromEntries(Object.entries(events).toSorted()));
  const hopeless = kindsWithoutSuccess(events);
  if (hopeless.length > 0) console.log(`No request of these kinds succeeded: ${hopeless.join(', ')}.`);
  return hopeless.length === 0;
};

const names = themes.map(({ name }) => name);
const usage = `Usage: npm run soak -- [--theme ${names.join('|')}] [--runs 10000] [--seed 1] [--times 1]`;

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      /** What competes; by default all themes have a share of the runs. */
      theme: { type: 'string' },
      runs: { type: 'string' },
      /** The first seed; by default another one each time. */
      seed: { type: 'string' },
      /** Repetitions of each seed: a seed does not determine the order in which concurrent requests are executed. */
      times: { type: 'string' },
    },
  });
  const { runs, seed, times } = {
    runs: Number(values.runs ?? 10_000),
    seed: Number(values.seed ?? Date.now() % 1_000_000_000),
    times: Number(values.times ?? 1),
  };
  if (![runs, seed, times].every(Number.isInteger) || runs < 1 || times < 1)
    throw new CommandError('Each number is a whole one, and at least one run is made.', usage);
  if (values.theme !== undefined && !names.includes(values.theme))
    throw new CommandError('There is no such theme.', usage);

  const chosen = values.theme === undefined ? names : [values.theme];
  console.log(`Runs of the seeds ${seed} to ${seed + runs - 1}.`);
  const jobs = chosen.flatMap((theme, index) =>
    Array.from({ length: runs * times }, (_, run) => ({
      theme,
      seed: seed + Math.floor(run / times),
    })).filter((__, run) => run % chosen.length === index),
  );
  process.exit((await runWithProgress(jobs)) ? 0 : 1);
};

await runAsCommand(main);
