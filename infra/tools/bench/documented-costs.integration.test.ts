import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureMonthlyCost } from './monthly-cost.ts';

it('equals the table in docs/operations.md', { timeout: 120_000 }, async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const { rows } = await measureMonthlyCost();
  expect(rows).toHaveLength(12);
  for (const row of rows) expect(guide).toContain(`| ${Object.values(row).join(' | ')} |`);
});
