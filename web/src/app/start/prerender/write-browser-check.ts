import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';

const source = join(import.meta.dirname, '../browser-check.ts');

/**
 * Writes browser-check.ts as a classic script for browsers since 2016, and makes the template load it before boot.ts.
 * Deferred scripts and modules run in the order of the document.
 * @returns the template with the script
 */
export const withBrowserCheck = async (folder: string, template: string): Promise<string> => {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { target: 'es2015' });
  // Its own scope: the names of a classic script are global.
  const script = `(() => {\n${code}})();\n`;
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
  const file = `assets/browser-check-${hash}.js`;
  await writeFile(join(folder, file), script);
  const withScript = template.replace(
    '<script type="module"',
    `<script defer src="/${file}"></script>\n    $&`,
  );
  if (withScript === template) throw new Error('The document that Vite built loads no module');
  return withScript;
};
