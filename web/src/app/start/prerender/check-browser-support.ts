import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { findNewerApis } from '../../browsers/find-newer-apis.ts';
import { findNewerStyles } from '../../browsers/find-newer-styles.ts';
import { browserNames } from '../../browsers/supported-browsers.ts';

/** What the supported browsers may lack and the site may use all the same, with the reason. */
const accepted: Readonly<Record<string, string>> = {
  'Promise.withResolvers': 'polyfills.ts adds it',
  'AbortSignal.any': 'polyfills.ts adds it',
  '.toSorted()': 'polyfills.ts adds it',
  '.toReversed()': 'polyfills.ts adds it',
  '.toSpliced()': 'polyfills.ts adds it',
  'AbortSignal.timeout': 'only the name of its error is newer in Chrome',
  'URL.canParse': 'zod tests for it',
  '.startViewTransition()': 'React tests for it; the site has no view transitions',
  '.showPopover()': 'tooltips.tsx tests for it',
  '.use()': 'the hook of React',
  '.toArray()': 'React.Children.toArray',
  'function rect': 'the value of `clip`, which is older than the shape of that name',
  'property accent-color': 'checkboxes have the colour of the browser without it',
  'property field-sizing': 'text areas have a fixed height without it',
  'property resize': 'text areas keep their height without it',
  'property text-wrap': 'lines break where they are full without it',
  'property user-select': 'prefixed for Safari',
  'selector has': 'the radio or checkbox inside shows the state too',
  'selector selection': 'the selection has the colour of the browser without it',
};

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
    found.filter((use) => !(use in accepted)).map((use) => `${use} (${file})`),
  );
  if (problems.length > 0) throw new Error(`Not in ${browserNames}:\n${problems.join('\n')}`);
};
