import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longestFiles } from './longest-first.ts';

it.each(longestFiles)('%s exists', (file) => {
  expect(existsSync(join(import.meta.dirname, '../../..', file))).toBe(true);
});
