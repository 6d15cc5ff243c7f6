import { availableParallelism } from 'node:os';
import { soak } from './soak.ts';
import { addTallies, noTally, type Tally, total } from './tally.ts';

const barWidth = 30;
/** Progress lines in a log, where no line can be overwritten. */
const linesInLog = 20;

const progressBar = (
  { answers, faults }: Tally,
  { done, all, seconds }: { done: number; all: number; seconds: number },
): string => {
  const filled = Math.round((done / all) * barWidth);
  const left = Math.ceil((seconds / done) * (all - done));
  const injected = total(faults) - (faults.none ?? 0);
  const figures = `${done} of ${all} runs, ${total(answers)} requests, ${injected} faults`;
  return `[${'#'.repeat(filled).padEnd(barWidth, '.')}] ${figures}, ${left} s left`;
};

/**
 * Runs seeds, prints progress and figures, and stops at the first broken invariant.
 * @param options.seed the first of `runs` seeds, each of which runs `times` times
 * @returns whether every invariant held
 */
export const runWithProgress = async ({
  runs,
  seed: first,
  times,
}: {
  readonly runs: number;
  readonly seed: number;
  readonly times: number;
}): Promise<boolean> => {
  const seeds = Array.from({ length: runs * times }, (_, index) => first + Math.floor(index / times));
  const all = seeds.length;
  const startedAt = performance.now();
  const secondsPassed = () => (performance.now() - startedAt) / 1_000;
  const { stderr } = process;
  console.log(`Runs of the seeds ${first} to ${first + runs - 1}.`);

  let done = 0;
  let tally = noTally;
  let hasFailed = false;
  await soak(seeds, {
    threads: Math.min(availableParallelism(), all),
    onRun: ({ seed, failure, tally: ofRun }) => {
      if (hasFailed) return 'enough';
      done += 1;
      tally = addTallies(tally, ofRun);
      const bar = () => progressBar(tally, { done, all, seconds: secondsPassed() });
      if (stderr.isTTY) stderr.write(`\r${bar()} `);
      else if (done % Math.ceil(all / linesInLog) === 0) stderr.write(`${bar()}\n`);
      if (failure === undefined) return undefined;
      hasFailed = true;
      console.log(`\n\nSeed ${seed} broke an invariant.\n\n${failure}\n`);
      console.log(`To repeat it: npm run soak -- --seed ${seed} --runs 1 --times 100`);
      return 'enough';
    },
  });
  if (hasFailed) return false;
  console.log(`\n\nEvery invariant held in ${done} runs (${Math.round(secondsPassed())} s).`);
  for (const counts of [tally.faults, tally.answers, tally.messages]) console.table(counts);
  return true;
};
