import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../testing/stack/temp-dir.ts';

/** A folder with a package file and its lockfile, which need no registry. */
const toolFolder = async (): Promise<string> => {
  const folder = await tempDir();
  await mkdir(join(folder, 'tool'));
  const dependencies = { tool: 'file:tool' };
  const packages = {
    '': { dependencies },
    'node_modules/tool': { resolved: 'tool', link: true },
    tool: { version: '1.0.0' },
  };
  await writeFile(
    join(folder, 'tool/package.json'),
    JSON.stringify({ name: 'tool', version: '1.0.0', main: 'index.js' }),
  );
  await writeFile(join(folder, 'tool/index.js'), 'module.exports = "loaded";');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
  );
  return folder;
};

const use = (folder: string) => {
  const module = JSON.stringify(join(import.meta.dirname, 'tool-packages.ts'));
  const script = `
    const { toolPackages } = await import(${module});
    console.log((await toolPackages(${JSON.stringify(folder)}))('tool'));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
};

it('installs the packages of a command when it first runs, and then never again [STA-05]', async () => {
  const folder = await toolFolder();
  const first = use(folder);
  expect(first.stdout).toMatch(/^Installing the packages of this command, once: npm ci --prefix .+\n/);
  expect(first.stdout).toMatch(/\nloaded\n$/);
  expect(use(folder)).toMatchObject({ status: 0, stdout: 'loaded\n' });
});

it('ends with two lines where they cannot be installed [STA-03, STA-05]', async () => {
  const folder = await toolFolder();
  await writeFile(join(folder, 'package-lock.json'), '{}');
  const { status, stderr } = use(folder);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /\nThe packages of this command could not be installed\.\nRun `npm ci --prefix .+` again\.\n$/,
  );
  expect(stderr).not.toMatch(/^ {4}at /m);
});
