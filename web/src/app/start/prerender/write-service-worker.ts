import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';

const source = join(import.meta.dirname, '../../offline/service-worker.ts');
const page = '/offline.html';

/**
 * Writes service-worker.ts with the list of the files that the offline page needs, as a classic script: not every
 * supported browser takes modules as service workers.
 */
export const writeServiceWorker = async (folder: string): Promise<void> => {
  const html = await readFile(join(folder, page), 'utf8');
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? []);
  const files = [page, ...new Set(assets)];
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 8);
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { target: 'es2022' });
  const script = [
    `const offlineFiles = ${JSON.stringify(files)};`,
    `const cacheName = 'offline-${hash}';`,
    code.replace('export {};', ''),
  ].join('\n');
  await writeFile(join(folder, 'service-worker.js'), script);
};
