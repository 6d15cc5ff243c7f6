import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionNames } from '#functions/functions';

const config: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions } = createRequire(import.meta.url)(
  '../../../.dependency-cruiser.cjs',
);

/** The rules of the order in which rooms store, by the room, and the rooms above it. */
const storeRules = new Map(
  config.forbidden.flatMap(({ name = '', ...rule }) => {
    const [, room] = /^what-(\w+)-stores-knows-no-higher-room$/.exec(name) ?? [];
    const higher = /\((.*)\)/.exec(String(Object(rule).to.path))?.[1]?.split('|') ?? [];
    return room ? [[room, higher] as const] : [];
  }),
);
const highest = [...storeRules.values()].at(-1)?.at(-1) ?? '';

/** Imports that each rule forbids: importing module → imported module. */
const forbidden: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'no-cycles': [['functions/accounts/one-type.ts', 'functions/accounts/two.ts']],
  'shared-is-the-base': [
    ['shared/ledger/price.ts', 'functions/lib/log.ts'],
    ['shared/ledger/page.ts', 'web/src/page.ts'],
  ],
  'shared-is-pure': [['shared/ledger/file.ts', 'node:fs']],
  'shared-lib-imports-no-room': [['shared/lib/sample.ts', 'shared/booking/sample.ts']],
  'openapi-is-made-at-build-time': [['functions/lib/http/document.ts', 'shared/contract/openapi.ts']],
  'shipped-code-imports-no-local-code': [
    ['functions/families/sample.ts', 'functions/testing/sample.ts'],
    ['infra/cloud/construct.ts', 'infra/local/stack.ts'],
    ['infra/deploy.ts', 'infra/tools/bench.ts'],
    ['infra/edge-app.ts', 'infra/local/stack.ts'],
    ['infra/settings/local.ts', 'infra/local/stack.ts'],
    ['web/src/sample.ts', 'web/src/testing/sample.ts'],
    ['shared/sample.ts', 'shared/testing/sample.ts'],
  ],
  'functions-import-neither-site-nor-infrastructure': [
    ['functions/accounts/site.ts', 'web/src/page.ts'],
    ['functions/accounts/cloud.ts', 'infra/cloud/names.ts'],
  ],
  'entries-are-imported-by-nothing': [
    ['functions/booking/list.ts', 'functions/entries/family-operations.ts'],
    ['functions/lib/list.ts', 'functions/entries/family-operations.ts'],
  ],
  'functions-import-no-other-function': [
    ['functions/entries/admin.ts', 'functions/entries/family-operations.ts'],
  ],
  'tests-run-background-work-under-its-role': [
    ['functions/booking/some.integration.test.ts', 'functions/entries/mailer-records.ts'],
    ['infra/testing/services/some-system.ts', 'functions/entries/timer-work.ts'],
  ],
  'lib-imports-no-room': [['functions/lib/mail/room.ts', 'functions/families/families.ts']],
  'entries-alone-list-operations': [
    ['functions/booking/store.ts', 'functions/booking/admin-search.ts'],
    ['functions/booking/move-steps.ts', 'functions/booking/admin.ts'],
  ],
  'operations-import-none-of-another-room': [['functions/bank/admin.ts', 'functions/ledger/admin.ts']],
  'stores-know-no-requests': [
    ['functions/booking/answer.ts', 'functions/lib/http/problem-error.ts'],
    ['functions/booking/taking.ts', 'functions/booking/move-steps.ts'],
  ],
  ...Object.fromEntries(
    [...storeRules].map(([room, higher]) => [
      `what-${room}-stores-knows-no-higher-room`,
      higher.map((other) => [`functions/${room}/store-of-${other}.ts`, `functions/${other}/stored.ts`]),
    ]),
  ),
  'rooms-store-nothing-across': [['functions/terms/all.ts', 'functions/across/delete-class.ts']],
  'across-imports-no-operations': [
    ['functions/across/erase.ts', 'functions/booking/move-steps.ts'],
    ['functions/across/answer.ts', 'functions/lib/http/problem-error.ts'],
  ],
  'operations-know-no-database': [
    ['functions/booking/family.ts', 'functions/lib/dynamo/reads.ts'],
    ['functions/booking/only-type-steps.ts', 'functions/lib/dynamo/reads.ts'],
    ['functions/entries/timer-work.ts', 'functions/lib/dynamo/reads.ts'],
  ],
  'dynamo-alone-calls-the-database': [
    ['functions/classes/client.ts', 'node_modules/@aws-sdk/lib-dynamodb/index.js'],
    ['functions/lib/uses.ts', 'node_modules/@aws-sdk/util-dynamodb/index.js'],
    ['functions/waiting/client.ts', 'node_modules/@aws-sdk/client-dynamodb/index.js'],
  ],
  'only-sign-in-code-touches-the-user-pool': [
    ['functions/booking/user.ts', 'functions/lib/identity/users.ts'],
    ['functions/families/mailer.ts', 'node_modules/@aws-sdk/client-cognito-identity-provider/index.js'],
  ],
  'the-site-imports-the-contract-only': [
    ['web/src/function.ts', 'functions/lib/log.ts'],
    ['web/src/cloud.ts', 'infra/cloud/names.ts'],
  ],
  'features-are-composed-in-app': [
    ['web/src/features/admin/other.ts', 'web/src/features/visitors/home/page.ts'],
  ],
  'chakra-at-first-use': [['web/src/features/admin/stack.ts', 'node_modules/@chakra-ui/react/index.js']],
  'looks-are-components': [
    ['web/src/features/admin/button.ts', 'styled-system/recipes/index.js'],
    ['web/src/components/stack.ts', 'styled-system/patterns/index.js'],
  ],
  'browser-tests-are-the-end': [['infra/tools/images.ts', 'web/e2e/testing/page.ts']],
};

const functionsFolder = join(import.meta.dirname, '../../../functions');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-rules-'));
});
afterAll(() => rm(folder, { recursive: true }));

const store = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};

const importOf = (from: string, to: string): string => {
  if (to.startsWith('node:')) return `import '${to}';\n`;
  if (to.startsWith('node_modules/')) return `import '${to.split('/').slice(1, 3).join('/')}';\n`;
  const path = relative(dirname(from), to);
  const clause = from.includes('type') ? 'import type { Some } from' : 'import';
  return `${clause} '${path.startsWith('.') ? path : `./${path}`}';\n`;
};

const storeModules = async (imports: readonly (readonly [string, string])[]): Promise<void> => {
  const texts = new Map<string, string>();
  for (const [from, to] of imports) {
    texts.set(from, (texts.get(from) ?? '') + importOf(from, to));
    if (!to.startsWith('node:') && !texts.has(to)) texts.set(to, '');
  }
  for (const [path, text] of texts) {
    await store(path, text);
    if (path.startsWith('node_modules/'))
      await store(join(dirname(path), 'package.json'), '{"version": "1.0.0", "main": "index.js"}');
  }
};

describe('the import rules', () => {
  it('all have a forbidden import in this test', () => {
    expect(Object.keys(forbidden).toSorted()).toEqual(
      config.forbidden.map(({ name }) => name ?? '').toSorted(),
    );
  });

  it('know every entry: there is one for each function', async () => {
    const entries = await readdir(join(functionsFolder, 'entries'));
    const handlers = entries.filter((file) => /^[a-z]+(?:-events)?\.ts$/.test(file));
    expect(handlers.toSorted()).toEqual(functionNames.map((name) => `${name}.ts`).toSorted());
  });

  // What they allow is what the project imports.
  it('report every forbidden import, each by its rule alone', async () => {
    const cycle = ['functions/accounts/two.ts', 'functions/accounts/one-type.ts'] as const;
    await storeModules([...Object.values(forbidden).flat(), cycle]);
    const { output } = await cruise(['functions', 'infra', 'shared', 'web'], {
      ...config.options,
      ruleSet: { forbidden: config.forbidden },
      validate: true,
      baseDir: folder,
    });
    if (typeof output === 'string') throw new Error(output);
    const expected = Object.entries(forbidden).flatMap(([rule, imports]) =>
      imports.map((one) => [rule, ...one]),
    );
    expect(
      output.summary.violations.map(({ rule, from, to }) => [rule.name, from, to].join(' ')).toSorted(),
    ).toEqual(expected.map((one) => one.join(' ').replace('node:', '')).toSorted());
  });

  it('give every room its place in the order of what is stored [WAL-01]', async () => {
    const folders = await readdir(functionsFolder, { withFileTypes: true });
    const rooms = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const ordered = [...storeRules.keys(), highest];
    const apart = ['across', 'entries', 'lib'];
    expect([...ordered, ...apart].toSorted()).toEqual(rooms.toSorted());
    const readme = await readFile(join(functionsFolder, '../README.md'), 'utf8');
    expect(readme.replaceAll('\n', ' ')).toContain(ordered.map((room) => `\`${room}\``).join(' < '));
  });

  it('leave the names of index keys to lib/dynamo', async () => {
    const files = await readdir(functionsFolder, { recursive: true });
    const sources = files.filter(
      (file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith(join('lib', 'dynamo')),
    );
    expect(sources.length).toBeGreaterThan(150);
    const naming = await Promise.all(
      sources.map(async (file) =>
        /\bGSI\d[PS]K\b/.test(await readFile(join(functionsFolder, file), 'utf8')) ? [file] : [],
      ),
    );
    expect(naming.flat()).toEqual([]);
  });
});
