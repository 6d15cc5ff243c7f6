import { afterAll, beforeEach, vi } from 'vitest';
import { startMessageSystem } from './message-system.ts';

/** Starts the system of messages that the tests of a file share. It is emptied before each test, and logs nothing. */
export const startMessageTests = async () => {
  const system = await startMessageSystem();
  afterAll(() => system.stop());
  beforeEach(async () => {
    await system.clear();
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });
  return system;
};
