import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { costFigures } from './costs.ts';
import { monthlyCostFigures } from './monthly-cost.ts';
import { type MeasuredOperation, operationNames, runOperations } from './operations.ts';
import { pricesKnownOn } from './prices.ts';
import type { Figures } from './table.ts';

const docs = join(import.meta.dirname, '../../../docs');

let operations: readonly MeasuredOperation[];

beforeAll(async () => {
  operations = await runOperations();
}, 120_000);

const expectInDocument = async (document: string, { rows }: Figures): Promise<void> => {
  const text = await readFile(join(docs, document), 'utf8');
  const lines = rows.map((row) => `| ${Object.values(row).join(' | ')} |`);
  expect(lines.filter((line) => !text.includes(line))).toEqual([]);
};

describe('a measured cost', () => {
  it('of each operation is the one in docs/performance.md', async () => {
    const figures = costFigures(operations);
    expect(figures.rows.map(({ operation }) => operation)).toEqual([...operationNames]);
    await expectInDocument('performance.md', figures);
  });

  it('of a month is the one in docs/operations.md', async () => {
    const figures = monthlyCostFigures(operations);
    expect(figures.rows).toHaveLength(15);
    await expectInDocument('operations.md', figures);
    expect(await readFile(join(docs, 'operations.md'), 'utf8')).toContain(`prices of ${pricesKnownOn}`);
  }, 120_000);
});
