import { join } from 'node:path';
import { printStep, run } from './run.ts';

await run(join(import.meta.dirname, '../../.local'), async (options) => {
  const { buildWeb, isWebBuildStale } = await import('./web-build.ts');
  if (await isWebBuildStale()) {
    printStep('Building the site');
    await buildWeb();
  }
  // Loaded late, so that a wrong option is reported at once.
  const { startStack } = await import('./stack.ts');
  return startStack({ ...options, throttled: true, onStep: printStep });
});
