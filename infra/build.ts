import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { CommandError, runAsCommand } from './command.ts';

const build = async (): Promise<void> => {
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
};

/** One process for each, since `shared/brand.ts` names one school. */
const buildBoth = (): void => {
  for (const SAMPLE_SCHOOL of ['', 'yes']) {
    const env = { ...process.env, SAMPLE_SCHOOL };
    const { status } = spawnSync(process.execPath, [import.meta.filename], { env, stdio: 'inherit' });
    process.exitCode = status ?? 1;
    if (status !== 0) return;
  }
};

/**
 * `npm run build`: builds the site as `vite build` does, for the school and for the sample school, or with SAMPLE_SCHOOL for
 * one of them. It says what is wrong with a source without a stack trace.
 */
if (process.env.SAMPLE_SCHOOL === undefined) buildBoth();
else await runAsCommand(build);
