import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Every acceptance item by its id, as docs/requirements.md lists it: `- **BOK-28** The slot is …`. */
const items = new Map(
  [...read('docs/requirements.md').matchAll(/^- \*\*([A-Z]{3}-\d\d)\*\* (.*)$/gm)].map(
    ([, id = '', text = '']) => [id, text],
  ),
);

const named = new Set(
  globSync('{shared,functions,infra,web/src,web/e2e}/**/*.{test.ts,test.tsx,e2e.ts}', { cwd: root })
    .flatMap((file) => read(file).match(/\[[A-Z]{3}-\d\d(?:, [A-Z]{3}-\d\d)*\]/g) ?? [])
    .flatMap((list) => list.match(/[A-Z]{3}-\d\d/g) ?? []),
);

it('every acceptance item is named by a test', () => {
  expect(items.size).toBeGreaterThan(400);
  const unnamed = [...items].filter(([id]) => !named.has(id));
  expect(unnamed.map(([id, text]) => `${id} ${text}`)).toEqual([]);
});

it('tests name acceptance items only', () => {
  expect([...named].filter((id) => !items.has(id))).toEqual([]);
});
