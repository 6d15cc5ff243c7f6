import { afterAll, vi } from 'vitest';

// Test files share a process and its loaded libraries, because loading libraries takes longer than most tests. The
// project's own modules are loaded again for each file, because some of them read the environment when they are loaded.
vi.resetModules();

const environment = { ...process.env };
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
