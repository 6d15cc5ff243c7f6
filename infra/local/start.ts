import { join } from 'node:path';
import { printStep, run } from './run.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';

const dataDir = join(import.meta.dirname, '../../.local');

await run(async (options) => {
  if (await isWebBuildStale()) {
    printStep('Building the site');
    await buildWeb();
  }
  // Loaded late, so that a wrong option is reported at once.
  const { startStack } = await import('./stack.ts');
  return startStack({ ...options, dataDir, throttled: true, onStep: printStep });
});
