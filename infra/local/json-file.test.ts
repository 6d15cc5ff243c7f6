import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { createJsonWriter, readJsonFile, readOrSetAside } from './json-file.ts';

it('resolves after the value of the call or a later one is written', async () => {
  const folder = await tempDir();
  const path = join(folder, 'value.json');
  let value = 0;
  const save = createJsonWriter(path, () => value);
  const saves = Array.from({ length: 20 }, async (_, at) => {
    value = at;
    await save();
    expect(await readJsonFile(path)).toBeGreaterThanOrEqual(at);
  });
  await Promise.all(saves);
  expect(await readJsonFile(path)).toBe(19);
  expect(await readdir(folder)).toEqual(['value.json']);
});

it('sets a file aside that is damaged again, and keeps the earlier one [STA-03]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const folder = await tempDir();
  const path = join(folder, 'position.json');
  for (const content of ['{"first', '{"second', '{"third']) {
    await writeFile(path, content);
    expect(await readOrSetAside(path, z.string())).toBeUndefined();
  }
  const aside = ['', '-2', '-3'].map((number) => readFile(`${path}.damaged${number}`, 'utf8'));
  expect(await Promise.all(aside)).toEqual(['{"first', '{"second', '{"third']);
});
