import { parseArgs } from 'node:util';
import { systemClock, systemPause } from '#functions/clock';
import { CommandError } from './command-error.ts';
import { findParkedRecords } from './find-parked-records.ts';
import { resendParked } from './resend-parked.ts';
import { runCommand } from './run-command.ts';
import { connectTarget } from './target.ts';

/** `npm run admin -- grant|revoke|list [email] [--stage name]`, or `resend-parked --stage name`. */
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
  const deps = { ...accounts, clock: systemClock, pause: systemPause, timeZone: 'UTC' };
  console.info(await runCommand(positionals, deps));
};

try {
  await main();
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
