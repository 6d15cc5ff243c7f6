import { parseArgs } from 'node:util';
import { CommandError, runAsCommand } from '../../command.ts';
import { repeatTests } from './repeat-tests.ts';
import { runWithProgress } from './run-with-progress.ts';

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
