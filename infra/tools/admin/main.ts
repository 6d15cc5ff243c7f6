import { parseArgs } from 'node:util';
import { systemClock } from '#functions/clock';
import { CommandError } from './command-error.ts';
import { runCommand } from './run-command.ts';
import { connectTarget } from './target.ts';

/** `npm run admin -- grant|revoke|list [email] [--stage name]` changes or lists administrators. */
const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { stage: { type: 'string' } },
    allowPositionals: true,
  });
  const accounts = await connectTarget(values);
  const deps = { ...accounts, clock: systemClock, timeZone: 'UTC' };
  console.info(await runCommand(positionals, deps));
};

try {
  await main();
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
