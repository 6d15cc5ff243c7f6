import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { everyRepetition, repeatedTag } from '#infra/testing/repetitions';

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
export const repeatTests = async (): Promise<boolean> => {
  console.log('Tests with all repetitions.');
  const passed = await runWithAllRepetitions(
    'npx',
    'vitest',
    'related',
    '--run',
    'infra/testing/repetitions.ts',
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
