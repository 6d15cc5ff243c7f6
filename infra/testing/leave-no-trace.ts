import { afterAll, vi } from 'vitest';

// Of test files that share a process: what one puts in the place of the environment is not the next one's.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
