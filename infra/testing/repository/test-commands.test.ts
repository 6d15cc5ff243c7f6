import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

it('`npm test` leaves out what is tagged, CI runs everything [DEV-02]', () => {
  const { test, 'test:all': all } = packageJson.scripts;
  expect(test).toContain("vitest run --tags-filter='!exhaustive'");
  expect(test).toContain('playwright test --grep-invert @exhaustive');
  expect(all).toBe(
    test.replace(" --tags-filter='!exhaustive'", '').replace(' --grep-invert @exhaustive', ''),
  );
  expect(read('.ci/run')).toMatch(/^npm run test:all$/m);
});

const items = new Set(read('docs/requirements.md').match(/(?<=^- \*\*)[A-Z]{3}-\d\d/gm));

/** The titles of tests that `npm test` runs: those without the tag, in files without it. */
const titlesOf = (file: string): string[] => {
  const text = read(file);
  if (/@module-tag\s+exhaustive/.test(text)) return [];
  return [
    ...text.matchAll(
      /\[([A-Z]{3}-\d\d(?:, [A-Z]{3}-\d\d)*)\][^'`\n]*['`](\s*,\s*\{\s*tags?: '@?exhaustive')?/g,
    ),
  ].flatMap(([, ids = '', isTagged]) => (isTagged ? [] : [ids]));
};

const files = globSync('{shared,functions,infra,web/src,web/e2e}/**/*.{test.ts,test.tsx,e2e.ts}', {
  cwd: root,
});

it('every acceptance item is named by a test that `npm test` runs [DEV-02]', () => {
  expect(items.size).toBeGreaterThan(400);
  const named = new Set(files.flatMap(titlesOf).flatMap((ids) => ids.split(', ')));
  expect([...items].filter((id) => !named.has(id))).toEqual([]);
});

it('tests name acceptance items only', () => {
  const lists = files.flatMap((file) => read(file).match(/\[[A-Z]{3}-\d\d(?:, [A-Z]{3}-\d\d)*\]/g) ?? []);
  const named = new Set(lists.flatMap((list) => list.match(/[A-Z]{3}-\d\d/g) ?? []));
  expect([...named].filter((id) => !items.has(id))).toEqual([]);
});
