import { expect, it } from 'vitest';
import { costFigures, runOperations } from './costs.ts';

// docs/performance.md names the file. With `-u` the test writes it.
it('of each operation in database-costs.md is what the engine reports', async () => {
  const { rows } = costFigures(await runOperations());
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`;
  const columns = Object.keys(rows[0] ?? {});
  const table = [columns, columns.map(() => '---'), ...rows.map((row) => Object.values(row))].map(line);
  await expect(table.join('')).toMatchFileSnapshot('database-costs.md');
});
