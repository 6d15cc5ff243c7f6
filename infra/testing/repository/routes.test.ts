import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeList } from '#shared/contract/routes';

const root = join(import.meta.dirname, '../../..');
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).filter((file) => !file.includes('.test.'));
const textOf = (files: readonly string[]): string =>
  files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');

const operationsOf = (patterns: readonly string[]): string =>
  textOf(patterns.flatMap((by) => filesOf(`functions/!(across|entries|lib)/${by}{,-*}.ts`)));
const operations = {
  catalogue: operationsOf(['visitors']),
  account: operationsOf(['visitors', 'members']),
  family: operationsOf(['family']),
  admin: operationsOf(['admin']),
  links: operationsOf(['links']),
  coach: operationsOf(['coach']),
  cards: operationsOf(['family', 'admin']),
  'card-events': operationsOf(['webhook']),
};
const contract = textOf(filesOf('shared/!(contract)/*routes.ts'));
const tests = textOf([
  ...filesOf('infra/testing/attack/requests/*.ts'),
  'infra/testing/attack/route-rows.ts',
]);
const elsewhere = textOf([
  ...filesOf('functions/entries/*.ts'),
  ...filesOf('shared/contract/*route*.ts'),
  ...filesOf('infra/cloud/{api,table-access/*,names}*.ts'),
  ...filesOf('infra/testing/attack/{rows-of,answers}.ts'),
]).replaceAll(/grant(?:Admin|Coach)\b/g, '');

const count = (text: string, pattern: string): number => [...text.matchAll(new RegExp(pattern, 'gm'))].length;

const named = routeList.filter(({ route }) => !route.path.startsWith('/api/probes/'));

describe.each(named)('$name [WAL-02]', ({ name, route: { service } }) => {
  it('is one row of the contract, one operation of its service and one row of the tests', () => {
    expect({
      contract: count(contract, `^  ${name}: \\{`),
      operations: count(operations[service], `^export const ${name}\\b`),
      tests: count(tests, `^ {2,4}${name}: row\\(`),
    }).toEqual({ contract: 1, operations: 1, tests: 1 });
  });

  it('is in no list of entries, infrastructure or rules', () => {
    expect(count(elsewhere, `\\b${name}\\b`)).toBe(0);
  });
});
