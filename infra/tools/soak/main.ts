import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { everyRepetition, repeatedTag } from '#infra/testing/runner/slowness';
import { CommandError, runAsCommand } from '../../command.ts';
import { createProgress } from '../progress.ts';
import { addTallies, kindsWithoutSuccess, noTally, soak, total } from './soak.ts';

const projectRoot = join(import.meta.dirname, '../../..');

const runWithAllRepetitions = async (command: string, ...args: readonly string[]): Promise<boolean> => {
  const runner = spawn(command, args, {
    cwd: projectRoot,
    env: { ...process.env, REPETITIONS: everyRepetition },
    stdio: 'inherit',
  });
  const [code] = await once(runner, 'exit');
  return code === 0;
};

/**
 * Runs the tests whose repetitions `npm test` reduces, with all of them.
 * @returns whether all tests passed
 */
const repeatTests = async (): Promise<boolean> => {
  console.log('Tests with all repetitions.');
  const passed = await runWithAllRepetitions(
    'npx',
    'vitest',
    'related',
    '--run',
    'infra/testing/runner/slowness.ts',
  );
  const browserPassed = await runWithAllRepetitions(
    'npm',
    'run',
    'test:browser',
    '--',
    '--grep',
    repeatedTag,
  );
  return passed && browserPassed;
};

/**
 * Runs seeds, prints progress and figures, and stops at the first broken invariant.
 * @param options.seed the first of `runs` seeds, each of which runs `times` times
 * @returns whether every invariant held, and requests of each kind succeeded
 */
const runWithProgress = async ({
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
  console.log(`Runs of the seeds ${first} to ${first + runs - 1}.`);

  let done = 0;
  let tally = noTally;
  const show = createProgress('runs');
  let hasFailed = false;
  await soak(seeds, {
    threads: Math.min(availableParallelism(), all),
    onRun: ({ seed, failure, tally: ofRun }) => {
      if (hasFailed) return 'enough';
      done += 1;
      tally = addTallies(tally, ofRun);
      const injected = total(tally.faults) - (tally.faults.none ?? 0);
      const left = Math.ceil((secondsPassed() / done) * (all - done));
      show(done, all, `, ${total(tally.answers)} requests, ${injected} faults, ${left} s left `);
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
  const hopeless = kindsWithoutSuccess(tally.answers);
  if (hopeless.length > 0) console.log(`No request of these kinds succeeded: ${hopeless.join(', ')}.`);
  return hopeless.length === 0;
};

const usage = 'Usage: npm run soak -- [--runs 10000] [--seed 1] [--times 1]';

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      /** The number of seeds. */
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
    throw new CommandError('Each option is a whole number, and at least one run is made.', usage);

  // Options are for the runs of seeds, so that the tests are left out.
  const testsPassed = Object.keys(values).length > 0 || (await repeatTests());
  const runsPassed = await runWithProgress({ runs, seed, times });
  process.exit(testsPassed && runsPassed ? 0 : 1);
};

await runAsCommand(main);
