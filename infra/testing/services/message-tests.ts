import { afterAll, beforeEach } from 'vitest';
import { captureLog } from './capture-log.ts';
import { startMessageSystem } from './message-system.ts';

/**
 * Starts the system of messages that the tests of a file share, with what the current test logged. It is emptied before
 * each test.
 */
export const startMessageTests = async () => {
  const system = await startMessageSystem();
  afterAll(() => system.stop());
  beforeEach(() => system.clear());
  return Object.assign(system, { logged: captureLog() });
};
