import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { documentRules } from '#shared/built-pages';
import { pathPatterns, paths } from '#shared/paths';
import { siteConfigPath } from '#shared/schemas/site-config';

const source = join(import.meta.dirname, '../../offline/service-worker.ts');
const page = '/offline.html';

/** The pages that work without a network, by the pattern of their addresses (REG-03). */
const coachPages = [paths.coach, pathPatterns.coachRegister].map((path) => {
  const rule = documentRules.find(([address]) => address.test(path));
  if (!rule) throw new Error(`No document answers ${path}`);
  return [rule[0].source, rule[1]] as const;
});

/** Scripts, styles and fonts that a document names: in its elements, and in the attributes that boot.ts reads. */
const assetsOf = (html: string): string[] => html.match(/\/assets\/[\w.-]+/g) ?? [];

/**
 * Writes service-worker.ts with the list of the files that the offline page and the pages of a coach need, as a classic
 * script: not every supported browser takes modules as service workers.
 * @param laterScripts that no document names, and that a page of a coach loads when it is used
 */
export const writeServiceWorker = async (folder: string, laterScripts: readonly string[]): Promise<void> => {
  const read = (document: string): Promise<string> => readFile(join(folder, document), 'utf8');
  const offline = await read(page);
  const offlineFiles = [page, ...new Set(assetsOf(offline))];
  const documents = coachPages.map(([, document]) => document);
  const coach = (await Promise.all(documents.map(read))).join('');
  const coachFiles = [...documents, siteConfigPath, ...new Set([...assetsOf(coach), ...laterScripts])].filter(
    (file) => !offlineFiles.includes(file),
  );
  const hash = createHash('sha256').update(offline).update(coach).digest('base64url').slice(0, 8);
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { target: 'es2022' });
  const script = [
    `const offlineFiles = ${JSON.stringify(offlineFiles)};`,
    `const coachFiles = ${JSON.stringify(coachFiles)};`,
    `const coachPages = ${JSON.stringify(coachPages)};`,
    `const cacheName = 'offline-${hash}';`,
    code.replace('export {};', ''),
  ].join('\n');
  await writeFile(join(folder, 'service-worker.js'), script);
};
