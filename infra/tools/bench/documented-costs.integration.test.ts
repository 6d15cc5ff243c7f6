import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { costFigures, runOperations } from './costs.ts';

const performancePage = join(import.meta.dirname, '../../../docs/performance.md');

it('of each operation in docs/performance.md is what the engine reports', async () => {
  const { rows } = costFigures(await runOperations());
  const page = await readFile(performancePage, 'utf8');
  const [, table = ''] = /^\| operation \|.*\n\| ---.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  // `npm run bench costs` prints the present table.
  expect(table.trimEnd().split('\n')).toEqual(rows.map((row) => `| ${Object.values(row).join(' | ')} |`));
});
