import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { isWebBuildStale } from './web-build.ts';

const builtAt = 2_000;

const project = async (files: Record<string, number>): Promise<string> => {
  const root = await tempDir();
  const all = { 'web/src/main.tsx': 1_000, 'shared/brand.ts': 1_000, 'package-lock.json': 1_000, ...files };
  for (const path of Object.keys(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), '');
  }
  for (const folder of ['web', 'web/src', 'shared']) await utimes(join(root, folder), 1_000, 1_000);
  for (const [path, time] of Object.entries(all)) await utimes(join(root, path), time, time);
  return root;
};

it('does not build an up-to-date site again', async () => {
  expect(await isWebBuildStale(await project({ 'dist/sample-web/index.html': builtAt }))).toBe(false);
});

it.each([
  ['there is no build', {}],
  ['a file of the site changed', { 'dist/sample-web/index.html': builtAt, 'web/src/main.tsx': 3_000 }],
  ['a shared file changed', { 'dist/sample-web/index.html': builtAt, 'shared/brand.ts': 3_000 }],
  ['a dependency changed', { 'dist/sample-web/index.html': builtAt, 'package-lock.json': 3_000 }],
])('builds when %s', async (_, files) => {
  expect(await isWebBuildStale(await project(files))).toBe(true);
});

it('builds when a file was removed', async () => {
  const root = await project({ 'dist/sample-web/index.html': builtAt, 'web/src/old.tsx': 1_000 });
  await rm(join(root, 'web/src/old.tsx'));
  expect(await isWebBuildStale(root)).toBe(true);
});
