import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { openDataDir } from './data-dir.ts';

const fill = async (path: string) => {
  const dataDir = await openDataDir(path, { fresh: false });
  await writeFile(join(await dataDir.folder('part'), 'file'), 'kept');
  return dataDir;
};

it('keeps its content', async () => {
  const path = await tempDir();
  const first = await fill(path);
  expect(first.content).toBeUndefined();
  await first.markFilled('samples');
  first.release();

  const second = await openDataDir(path, { fresh: false });
  expect(second.content).toBe('samples');
  expect(await readdir(await second.folder('part'))).toEqual(['file']);
  second.release();
});

it.each([
  ['a first start was cut short', false],
  ['asked to start fresh', true],
])('is emptied when %s', async (_, fresh) => {
  const path = await tempDir();
  const first = await fill(path);
  if (fresh) await first.markFilled('samples');
  first.release();

  const second = await openDataDir(path, { fresh });
  expect(second.content).toBeUndefined();
  expect(await readdir(await second.folder('part'))).toEqual([]);
  second.release();
});

it('is locked by one system at a time', async () => {
  const path = await tempDir();
  const first = await openDataDir(path, { fresh: false });
  await expect(openDataDir(path, { fresh: false })).rejects.toThrow(`already runs on ${path}`);
  first.release();
  (await openDataDir(path, { fresh: false })).release();
});
