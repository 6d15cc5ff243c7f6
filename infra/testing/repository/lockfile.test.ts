import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import packageJson from '../../../package.json' with { type: 'json' };

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.optional(z.string()),
      inBundle: z.optional(z.boolean()),
      version: z.optional(z.string()),
      engines: z.optional(z.union([z.object({ node: z.optional(z.string()) }), z.array(z.string())])),
      hasInstallScript: z.optional(z.boolean()),
      dependencies: z.optional(z.record(z.string(), z.string())),
      os: z.optional(z.array(z.string())),
      cpu: z.optional(z.array(z.string())),
      libc: z.optional(z.array(z.string())),
    }),
  ),
});

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const { packages } = lockfileSchema.parse(JSON.parse(read('package-lock.json')));

/** Whether a hash pins a package: its own, or for a bundled package that of the package whose archive contains it. */
const isPinned = (path: string): boolean => {
  const { integrity = '', inBundle = false } = packages[path] ?? {};
  if (inBundle) return isPinned(path.slice(0, path.lastIndexOf('/node_modules/')));
  return integrity.startsWith('sha512-');
};

it('a hash pins every package', () => {
  const { '': project, ...installed } = packages;
  expect(project).toBeDefined();
  expect(Object.keys(installed).length).toBeGreaterThan(20);
  expect(Object.keys(installed).filter((path) => !isPinned(path))).toEqual([]);
});

/** Whether a package with these limits, such as `darwin` or `!win32`, is installed for a platform. */
const allows = (limits: readonly string[] = [], name: string): boolean =>
  limits.length === 0 ||
  limits.includes(name) ||
  limits.some((limit) => limit.startsWith('!') && limit !== `!${name}`);

it('no command brings packages of its own, and there are 560 at most [STA-05]', () => {
  expect(globSync('{functions,infra,shared,web}/**/package-lock.json', { cwd: root })).toEqual([]);
  // As npm counts: a bundled package is a part of the one that contains it.
  const onLinux = Object.entries(packages).filter(
    ([path, { os, cpu, libc, inBundle = false }]) =>
      path !== '' && !inBundle && allows(os, 'linux') && allows(cpu, 'x64') && allows(libc, 'glibc'),
  );
  // Nine are for WebAssembly alone, and are not installed.
  expect(onLinux.length - 9).toBeLessThanOrEqual(560);
});

/** Packages that `npm ci` warns about on this Node.js. */
const refusing = (node: string): string[] =>
  Object.entries(packages).flatMap(([path, { engines }]) =>
    engines && 'node' in engines && !semver.satisfies(node, engines.node ?? '*') ? [path] : [],
  );

it('README names the first Node.js that no package refuses, and what an older one shows [STA-05]', () => {
  // The local system needs 22.18.
  let first = 18;
  while (first < 100 && refusing(`22.${first}.0`).length > 0) first += 1;
  const current = packages['node_modules/node']?.version ?? '';
  expect(refusing(current)).toEqual([]);
  expect(read('README.md')).toContain(`Node.js 22.${first} or newer, or ${semver.major(current)}`);
  expect(refusing('20.19.0')).not.toEqual([]);
  expect(read('README.md')).toMatch(/With Node\.js 20, `npm ci` warns [^.]+\s\(`EBADENGINE`\)/);
});

it('package.json says of each package with an install script whether it may run [STA-05]', () => {
  const withScript = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
  );
  expect(Object.keys(packageJson.allowScripts).sort()).toEqual([...new Set(withScript)].sort());
});
