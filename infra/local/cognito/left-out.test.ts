import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import packageJson from '../../../package.json' with { type: 'json' };

const loadedFiles = (): string[] => {
  const script = `
    await import('./gateway.ts');
    const { createRequire } = await import('node:module');
    console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return z.array(z.string()).parse(JSON.parse(output));
};

it('no file of cognito-local that is loaded needs a package that `overrides` leaves out [STA-05]', () => {
  const leftOut = Object.keys(packageJson.overrides['cognito-local']);
  const own = loadedFiles().filter((file) => file.includes(join('node_modules', 'cognito-local', 'lib')));
  expect(own.length).toBeGreaterThan(50);
  const required = own.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:require|import)\("([^".][^"]*)"\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(required).toContain('uuid');
  const needed = required.filter((name) => leftOut.some((one) => name === one || name.startsWith(`${one}/`)));
  expect(needed).toEqual([]);
});
