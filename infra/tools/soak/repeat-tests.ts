import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { everyRepetition } from '#infra/testing/repetitions';

const projectRoot = join(import.meta.dirname, '../../..');

/**
 * Runs the tests whose repetitions `npm test` reduces, with all of them.
 * @returns whether all tests passed
 */
export const repeatTests = async (): Promise<boolean> => {
  console.log('Tests with all repetitions.');
  const vitest = spawn('npx', ['vitest', 'related', '--run', 'infra/testing/repetitions.ts'], {
    cwd: projectRoot,
    env: { ...process.env, REPETITIONS: everyRepetition },
    stdio: 'inherit',
  });
  const [code] = await once(vitest, 'exit');
  return code === 0;
};
