import { afterAll } from 'vitest';
import { startAccountSystem } from './account-system.ts';
import { captureLog } from './capture-log.ts';

/** Starts the system of accounts that the tests of a file share, with what the current test logged. */
export const startAccountTests = async () => {
  const system = await startAccountSystem();
  afterAll(() => system.stop());
  return Object.assign(system, { logged: captureLog() });
};
