import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { countItems, queryAll, queryFirst, queryPages } from './reads.ts';
import { putItem } from './writes.ts';

// One page of a Query has at most a megabyte: three of these items.
const itemCount = 7;
const query = { KeyConditionExpression: 'PK = :large', ExpressionAttributeValues: { ':large': 'LARGE' } };

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
  for (let index = 0; index < itemCount; index += 1)
    await putItem(table, { PK: 'LARGE', SK: String(index), content: 'x'.repeat(340_000) });
});
afterAll(() => table.stop());

const sortKeys = (items: readonly Record<string, unknown>[]) => items.map(({ SK }) => SK);
const expected = Array.from({ length: itemCount }, (_, index) => String(index));

it('reads a partition of several megabytes to its end', async () => {
  const { result, cost } = await table.measure(() => queryAll(table, query));
  expect(sortKeys(result)).toEqual(expected);
  expect(cost.length).toBeGreaterThan(1);
});

it('gives as many items as were asked for, also where a page has fewer', async () => {
  expect(sortKeys(await queryFirst(table, [query], 5))).toEqual(expected.slice(0, 5));
});

it('counts the items of all pages', async () => {
  expect(await countItems(table, query)).toBe(itemCount);
});

it('reads the pages one by one, each when it is asked for', async () => {
  const { cost } = await table.measure(() => queryPages(table, query, 2).next());
  expect(cost).toHaveLength(1);
});
