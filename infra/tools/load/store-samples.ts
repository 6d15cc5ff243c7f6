import { runAsCommand } from '../../command.ts';
import { startStack } from '../../local/stack.ts';

/** Fills the new folder that the first argument names, as the first start of the local system does. */
const main = async (dataDir = ''): Promise<void> => {
  const stack = await startStack({ dataDir });
  await stack.stop();
};

await runAsCommand(() => main(process.argv[2]));
