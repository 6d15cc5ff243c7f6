import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { acceptedUses } from '../../browsers/accepted-uses.ts';
import { findNewerApis } from '../../browsers/find-newer-apis.ts';
import { findNewerStyles } from '../../browsers/find-newer-styles.ts';
import { browserNames } from '../../browsers/supported-browsers.ts';

/**
 * Fails when a script or style sheet of the build uses what the supported browsers lack.
 * @param folder with the built files
 * @throws Error naming each use and the file that has it
 */
export const checkBrowserSupport = async (
  { output }: Rolldown.RolldownOutput,
  folder: string,
): Promise<void> => {
  const uses = new Map<string, string[]>();
  for (const file of output) {
    if (file.type === 'chunk') uses.set(file.fileName, findNewerApis(file.code));
  }
  const styleSheets = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.css'));
  for (const name of styleSheets) {
    uses.set(name, findNewerStyles(await readFile(join(folder, 'assets', name), 'utf8')));
  }
  const problems = [...uses].flatMap(([file, found]) =>
    found.filter((use) => !(use in acceptedUses)).map((use) => `${use} (${file})`),
  );
  if (problems.length > 0) throw new Error(`Not in ${browserNames}:\n${problems.join('\n')}`);
};
