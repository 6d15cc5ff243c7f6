import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { contentOf, openDataDir } from './data-dir.ts';

const fill = async (path: string) => {
  const dataDir = await openDataDir(path, { fresh: false });
  await writeFile(join(await dataDir.folder('part'), 'file'), 'kept');
  return dataDir;
};

it.each([
  ['the first start was interrupted', false],
  ['a fresh start is requested', true],
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

it('is not emptied where an empty school is asked for over the sample school, and says what to do [STA-03]', async () => {
  const path = await tempDir();
  const first = await fill(path);
  await first.markFilled('samples');
  first.release();
  await expect(contentOf(path, { fresh: false, empty: true })).rejects.toThrow(
    /has the sample school\. Nothing was changed\.\n.*npm start -- --fresh --empty/,
  );
  expect(await readdir(join(path, 'part'))).toEqual(['file']);
  expect(await contentOf(path, { fresh: false, empty: false })).toBe('samples');
  expect(await contentOf(path, { fresh: true, empty: true })).toBe('empty');
});

it('is locked by one system at a time', async () => {
  const path = await tempDir();
  const first = await openDataDir(path, { fresh: false });
  await expect(openDataDir(path, { fresh: false })).rejects.toThrow(`already runs on ${path}`);
  first.release();
  (await openDataDir(path, { fresh: false })).release();
});

it('does not change a folder with files of another program, also on a fresh start', async () => {
  const path = await tempDir();
  await writeFile(join(path, 'thesis.txt'), 'kept');
  for (const fresh of [false, true]) {
    await expect(openDataDir(path, { fresh })).rejects.toThrow(
      `${path} has files that are not of the local system`,
    );
  }
  expect(await readdir(path)).toEqual(['thesis.txt']);
});

it.each([
  ['the mark of the first version', 'samples'],
  ['another shape', '{"shape":1,"content":"samples"}'],
  ['half a mark', '{"shape":2,"con'],
])('refuses data of another version, and empties it on a fresh start: %s', async (_, mark) => {
  const path = await tempDir();
  await writeFile(join(path, 'content'), mark);
  await expect(openDataDir(path, { fresh: false })).rejects.toThrow(/of another version\.\n.*--fresh/);
  const dataDir = await openDataDir(path, { fresh: true });
  expect(dataDir.content).toBeUndefined();
  dataDir.release();
});
