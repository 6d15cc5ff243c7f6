import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.optional(z.string()), inBundle: z.optional(z.boolean()) }),
  ),
});

/** The packages of the lockfile by their paths below the project. */
const { packages } = lockfileSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8')),
);

/** Whether a hash pins a package: its own, or for a bundled package that of the package whose archive contains it. */
const isPinned = (path: string): boolean => {
  const { integrity = '', inBundle = false } = packages[path] ?? {};
  if (inBundle) return isPinned(path.slice(0, path.lastIndexOf('/node_modules/')));
  return integrity.startsWith('sha512-');
};

it('a hash in the lockfile pins every package', () => {
  const { '': project, ...installed } = packages;
  expect(project).toBeDefined();
  expect(Object.keys(installed).length).toBeGreaterThan(500);
  expect(Object.keys(installed).filter((path) => !isPinned(path))).toEqual([]);
});
