import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const script = join(import.meta.dirname, '../../require-node.cjs');

const run = (...options: string[]) =>
  spawnSync(process.execPath, [...options, '--require', script, '-p', '"runs"'], { encoding: 'utf8' });

it('says which Node.js is needed where it cannot run TypeScript', () => {
  const { status, stderr, stdout } = run('--no-experimental-strip-types');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Node\.js \S+ cannot run this project: it needs 22\.18 or newer\./);
  expect(stdout).toBe('');
});

it('lets a Node.js pass that runs TypeScript', () => {
  expect(run()).toMatchObject({ status: 0, stdout: 'runs\n' });
});
