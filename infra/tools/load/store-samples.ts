import { startStack } from '../../local/stack.ts';

/** Fills the new folder that the first argument names, as the first start of the local system does. */
const [, , dataDir = ''] = process.argv;
const stack = await startStack({ dataDir });
await stack.stop();
