import { afterAll, vi } from 'vitest';

// Files of tests share a process, and with it the libraries, which take longer to load than most of the tests take to
// run. Our own modules are loaded anew for each file: some read the environment when they are.
vi.resetModules();

const environment = { ...process.env };
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
