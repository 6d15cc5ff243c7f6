import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const oldNode = ['--no-experimental-strip-types'];

/** A project with these files, whose lockfile has one needed and one optional package. */
const projectWith = (...files: string[]): string => {
  const project = mkdtempSync(join(tmpdir(), 'require-node-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const packages = { '': {}, 'node_modules/needed': {}, 'node_modules/optional': { optional: true } };
  for (const file of ['package-lock.json', ...files]) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), JSON.stringify({ packages }));
  }
  mkdirSync(join(project, 'infra'));
  copyFileSync(join(root, 'infra/require-node.cjs'), join(project, 'infra/require-node.cjs'));
  return project;
};

const installed = ['node_modules/.package-lock.json', 'node_modules/needed/package.json'];
const newerNode = 'node_modules/node/bin/node';

const run = (project: string, ...options: string[]) => {
  const script = join(project, 'infra/require-node.cjs');
  return spawnSync(process.execPath, [...options, '--require', script, '-p', '"runs"'], { encoding: 'utf8' });
};

it('lets a Node.js pass that runs TypeScript, with all packages that are not optional', () => {
  expect(run(root)).toMatchObject({ status: 0, stdout: 'runs\n' });
  expect(run(projectWith(...installed))).toMatchObject({ status: 0, stdout: 'runs\n', stderr: '' });
});

it('says in two lines which Node.js is needed where it cannot run TypeScript [STA-03]', () => {
  const { status, stderr, stdout } = run(projectWith(...installed, newerNode), ...oldNode);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^Node\.js \S+ cannot run this project: it needs 22\.18 or newer\.\nUse the npm commands, .+\n$/,
  );
});

it.each([
  ['node_modules/needed/package.json', 'there is no node_modules', [], []],
  ['node_modules/needed/package.json', 'one package', [newerNode, installed[0]], []],
  ['node_modules/needed/package.json', 'one package, on an old Node.js', [newerNode, installed[0]], oldNode],
  ['node_modules/.package-lock.json', 'what npm writes last', [installed[1]], []],
  [newerNode, 'the newer Node.js, on an old one', installed, oldNode],
])('names %s as missing, not a wrong Node.js: %s [STA-03]', (missing, _case, files, options) => {
  const { status, stderr, stdout } = run(projectWith(...files.flatMap((file) => file ?? [])), ...options);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  const [happened, remedy, ...rest] = stderr.split('\n');
  expect(happened).toMatch(/^Packages are missing: .+ An `npm ci` failed or did not install everything\.$/);
  expect(happened).toContain(missing);
  expect(remedy).toMatch(/^Run `npm ci` /);
  expect(rest).toEqual(['']);
});

it.each([
  ['vitest', 'node_modules/vitest/vitest.mjs', 'run'],
  ['playwright', 'node_modules/@playwright/test/cli.js', 'test'],
])('%s says so too when an old Node.js starts it without npm [STA-03]', (_runner, program, command) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...oldNode, program, command, 'no-such-test'],
    { cwd: root, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(`${stdout}${stderr}`).toMatch(/^Node\.js \S+ cannot run this project: it needs 22\.18 or newer\.\n/);
});
