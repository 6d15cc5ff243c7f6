import { join } from 'node:path';
import { createBuilder } from 'vite';
import { CommandError, runAsCommand } from './command.ts';

/** `npm run build`: builds the site as `vite build` does, and says what is wrong with a source without a stack trace. */
await runAsCommand(async () => {
  try {
    const builder = await createBuilder(
      { configFile: join(import.meta.dirname, '../web/vite.config.ts') },
      null,
    );
    await builder.buildApp();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    throw new CommandError(
      'The site could not be built, as is said above.',
      'Mend that, then run the command again.',
    );
  }
});
