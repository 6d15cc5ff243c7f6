import { CommandError, firstLine } from '../command.ts';

/** Loads the settings late, so that a file of settings that cannot be loaded is said like any other mistake in it. */
export const importSettings = async () => {
  try {
    return await import('./read-settings.ts');
  } catch (error) {
    throw new CommandError(
      `The settings in infra/settings cannot be loaded: ${error instanceof Error ? firstLine(error.message) : error}`,
      'Mend the file (`npm run check` says where), then run the command again.',
    );
  }
};
