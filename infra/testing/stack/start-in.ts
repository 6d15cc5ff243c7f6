import * as z from 'zod/mini';
import { run } from '../../local/run.ts';

/** Starts the local system like start.ts, in the folder TEST_DATA_DIR and without building the site, for tests. */
const { TEST_DATA_DIR } = z.object({ TEST_DATA_DIR: z.string() }).parse(process.env);

await run(TEST_DATA_DIR, async (options) => {
  const { startStack } = await import('../../local/stack.ts');
  return startStack({ ...options, firstRetryAfterMs: 50 });
});
