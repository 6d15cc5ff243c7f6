import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The SDK's requests that may answer with one page of several, and `LastEvaluatedKey`. `paginateQuery` follows it. */
const singlePage = /\b(?:Query|Scan|ExecuteStatement)(?:Command)?\(/;

it('sends no Query outside tests that reads only its first page', () => {
  const sources = globSync(['functions/**/*.ts', 'infra/**/*.ts'], { exclude: ['**/*.test.ts'] });
  expect(sources).toContain('functions/lib/dynamo/reads.ts');
  expect(sources.filter((path) => singlePage.test(readFileSync(path, 'utf8')))).toEqual([]);
});
