import * as z from 'zod/mini';
import { run } from '../../local/run.ts';
import { startStack } from '../../local/stack.ts';

/** A command line like start.ts on a folder of its own and without a web build, for tests of whole processes. */
const { TEST_DATA_DIR } = z.object({ TEST_DATA_DIR: z.string() }).parse(process.env);

await run((options) =>
  startStack({ ...options, dataDir: TEST_DATA_DIR, faults: true, firstRetryAfterMs: 50 }),
);
