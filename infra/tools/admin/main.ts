import { parseArgs } from 'node:util';
import { systemClock } from '#functions/clock';
import { StartError } from '../../local/start-error.ts';
import { CommandError } from './command-error.ts';
import { findParkedRecords } from './find-parked-records.ts';
import { resendParked } from './resend-parked.ts';
import { runCommand } from './run-command.ts';
import { connectTarget } from './target.ts';

/**
 * `npm run admin -- grant|revoke|list [email] [--stage name]` changes or lists administrators; `resend-parked --stage
 * name` sends parked emails.
 */
const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { stage: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals[0] === 'resend-parked') {
    console.info(await resendParked(await findParkedRecords(values.stage)));
    return;
  }
  const accounts = await connectTarget(values);
  const deps = { ...accounts, clock: systemClock };
  console.info(await runCommand(positionals, deps));
};

try {
  await main();
} catch (error) {
  if (!(error instanceof CommandError || error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
