import { join } from 'node:path';
import { run } from './run.ts';
import { startStack } from './stack.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';

const dataDir = join(import.meta.dirname, '../../.local');

await run(async ({ port, fresh, empty }) => {
  if (await isWebBuildStale()) await buildWeb();
  return startStack({ port, dataDir, fresh, empty });
});
