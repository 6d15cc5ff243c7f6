import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** What gives styles and attributes to Chakra's elements: the site, Chakra's components, and the toasts' state machine. */
const sources = [
  'web/src/**/*.{ts,tsx}',
  'node_modules/@chakra-ui/react/dist/esm/components/**/*.js',
  'node_modules/@zag-js/toast/dist/**/*.mjs',
];

/** All words of the sources that name styles and attributes. */
export const readStyleWords = async (): Promise<ReadonlySet<string>> => {
  const words = new Set<string>();
  for await (const file of glob(sources, { cwd: root, exclude: ['**/*.test.ts'] })) {
    for (const [word] of (await readFile(join(root, file), 'utf8')).matchAll(/\w+/g)) words.add(word);
  }
  return words;
};
