import { startStack } from '../../local/stack.ts';
import { StartError } from '../../local/start-error.ts';

/** Fills the new folder that the first argument names, as the first start of the local system does. */
const main = async (dataDir = ''): Promise<void> => {
  const stack = await startStack({ dataDir });
  await stack.stop();
};

try {
  await main(process.argv[2]);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
