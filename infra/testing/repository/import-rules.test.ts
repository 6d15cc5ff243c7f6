import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const config: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions } = createRequire(import.meta.url)(
  '../../../.dependency-cruiser.cjs',
);

/** Imports that each rule forbids: importing module → imported module. */
const forbidden: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'no-cycles': [['functions/data/tokens/one.ts', 'functions/data/tokens/two.ts']],
  'shared-is-the-base': [
    ['shared/domain/price.ts', 'functions/log.ts'],
    ['shared/domain/page.ts', 'web/src/page.ts'],
  ],
  'shared-is-pure': [['shared/domain/file.ts', 'node:fs']],
  'openapi-is-made-at-build-time': [['functions/lib/http/document.ts', 'shared/contract/openapi.ts']],
  'shipped-code-imports-no-local-code': [
    ['functions/family/sample.ts', 'functions/testing/sample.ts'],
    ['infra/cloud/construct.ts', 'infra/local/stack.ts'],
    ['infra/deploy.ts', 'infra/tools/bench.ts'],
    ['infra/edge-app.ts', 'infra/local/stack.ts'],
    ['infra/settings/local.ts', 'infra/local/stack.ts'],
    ['web/src/sample.ts', 'web/src/testing/sample.ts'],
    ['shared/sample.ts', 'shared/testing/sample.ts'],
  ],
  'functions-import-neither-site-nor-infrastructure': [
    ['functions/account/site.ts', 'web/src/page.ts'],
    ['functions/account/cloud.ts', 'infra/cloud/names.ts'],
  ],
  'functions-import-no-other-function': [
    ['functions/admin/other.ts', 'functions/family/book.ts'],
    ['functions/timer/other.ts', 'functions/mailer/send.ts'],
  ],
  'lib-imports-no-function': [
    ['functions/lib/moves/service.ts', 'functions/family/book.ts'],
    ['functions/lib/email/service.ts', 'functions/mailer/send.ts'],
  ],
  'functions-import-no-keys': [
    ['functions/catalogue/key.ts', 'functions/data/dynamo/keys/bookings.ts'],
    ['functions/bounces/helper.ts', 'functions/data/dynamo/keys/bookings.ts'],
    ['functions/lib/email/key.ts', 'functions/data/dynamo/keys/bookings.ts'],
    ['functions/family/only-type.ts', 'functions/data/dynamo/keys/bookings.ts'],
  ],
  'dynamo-alone-calls-the-database': [
    ['functions/data/classes/client.ts', 'node_modules/@aws-sdk/lib-dynamodb/index.js'],
    ['functions/data/stream.ts', 'node_modules/@aws-sdk/util-dynamodb/index.js'],
  ],
  'dynamo-imports-no-entities': [['functions/data/dynamo/entity.ts', 'functions/data/classes/classes.ts']],
  'data-imports-no-function': [
    ['functions/data/classes/service.ts', 'functions/mailer/send.ts'],
    ['functions/data/classes/problem.ts', 'functions/lib/http/problem.ts'],
    ['functions/data/classes/offer.ts', 'functions/lib/waiting/offer.ts'],
  ],
  'bookings-import-no-other-entity': [
    ['functions/data/bookings/parent.ts', 'functions/data/families/families.ts'],
    ['functions/data/bookings/class.ts', 'functions/data/classes/classes.ts'],
  ],
  'ledger-imports-no-other-entity': [
    ['functions/data/ledger/booking.ts', 'functions/data/bookings/bookings.ts'],
    ['functions/data/ledger/family.ts', 'functions/data/families/families.ts'],
  ],
  'only-sign-in-code-touches-the-user-pool': [
    ['functions/family/user.ts', 'functions/lib/identity/users.ts'],
    ['functions/mailer/user.ts', 'node_modules/@aws-sdk/client-cognito-identity-provider/index.js'],
  ],
  'the-site-imports-the-contract-only': [
    ['web/src/function.ts', 'functions/log.ts'],
    ['web/src/cloud.ts', 'infra/cloud/names.ts'],
  ],
  'features-are-composed-in-app': [['web/src/features/admin/other.ts', 'web/src/features/home/page.ts']],
};

/** Imports that two rules forbid: a service that uses the SDK's DynamoDB client also leaves the data layer. */
const forbiddenTwice = [
  ['functions/family/client.ts', 'node_modules/@aws-sdk/client-dynamodb/index.js'],
] as const;

const allowed = [
  ['functions/family/book.ts', 'functions/data/families/families.ts'],
  ['functions/family/book.ts', 'functions/data/table.ts'],
  ['functions/family/book.test.ts', 'functions/data/dynamo/keys/bookings.ts'],
  ['functions/admin/role.ts', 'functions/lib/identity/users.ts'],
  ['functions/data/table.ts', 'node_modules/@aws-sdk/lib-dynamodb/index.js'],
  ['functions/data/dynamo/get.ts', 'node_modules/@aws-sdk/lib-dynamodb/index.js'],
  ['functions/data/dynamo/get.ts', 'functions/data/table.ts'],
  ['functions/data/families/families.ts', 'functions/data/bookings/bookings.ts'],
  ['functions/data/bookings/bookings.ts', 'functions/data/dynamo/get.ts'],
  ['infra/local/stack.ts', 'functions/data/dynamo/keys/bookings.ts'],
  ['infra/tools/bench.ts', 'infra/testing/sample.ts'],
  ['web/src/app/router.ts', 'web/src/features/home/page.ts'],
] as const;

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
  const clause = from.endsWith('only-type.ts') ? 'import type { Some } from' : 'import';
  return `${clause} '${path.startsWith('.') ? path : `./${path}`}';\n`;
};

/** Stores modules with these imports. */
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

  it('know every folder of functions/ by its place: what has a handler is a function', async () => {
    const entries = await readdir(functionsFolder, { withFileTypes: true });
    for (const { name } of entries.filter((entry) => entry.isDirectory())) {
      const isFunction = existsSync(join(functionsFolder, name, 'handler.ts'));
      expect([name, isFunction]).toEqual([name, !['lib', 'data', 'testing'].includes(name)]);
    }
  });

  it('report every forbidden import and no allowed import', async () => {
    const cycle = ['functions/data/tokens/two.ts', 'functions/data/tokens/one.ts'] as const;
    await storeModules([...Object.values(forbidden).flat(), ...forbiddenTwice, ...allowed, cycle]);
    const { output } = await cruise(['functions', 'infra', 'shared', 'web'], {
      ...config.options,
      ruleSet: { forbidden: config.forbidden },
      validate: true,
      baseDir: folder,
    });
    if (typeof output === 'string') throw new Error(output);
    const expected = [
      ...Object.entries(forbidden).flatMap(([rule, imports]) => imports.map((one) => [rule, ...one])),
      ...forbiddenTwice.flatMap((one) => [
        ['functions-import-no-keys', ...one],
        ['dynamo-alone-calls-the-database', ...one],
      ]),
    ];
    expect(
      output.summary.violations.map(({ rule, from, to }) => [rule.name, from, to].join(' ')).toSorted(),
    ).toEqual(expected.map((one) => one.join(' ').replace('node:', '')).toSorted());
  });

  describe('of the rooms of functions/data', () => {
    /** The loops between rooms, as folders. Tests may import any room. */
    const loopsIn = async (baseDir: string): Promise<string[]> => {
      const room = '^functions/data/[^/]+$';
      const { output } = await cruise(['functions/data'], {
        ...config.options,
        exclude: { path: '\\.test\\.ts$' },
        includeOnly: '^functions/data/',
        ruleSet: {
          forbidden: [{ name: 'loop', scope: 'folder', from: { path: room }, to: { circular: true } }],
        },
        validate: true,
        metrics: true,
        baseDir,
      });
      if (typeof output === 'string') throw new Error(output);
      return output.summary.violations.map(({ from }) => from);
    };

    it('find a loop of files that are in no cycle', async () => {
      await storeModules([
        ['functions/data/feeds/feed.ts', 'functions/data/families/family.ts'],
        ['functions/data/families/other.ts', 'functions/data/feeds/secret.ts'],
      ]);
      expect(await loopsIn(folder)).toEqual(expect.arrayContaining(['functions/data/feeds']));
    });

    it('form no loop', async () => {
      expect(await loopsIn(join(import.meta.dirname, '../../..'))).toEqual([]);
    });
  });

  it('leave the names of index keys to data/dynamo', async () => {
    const files = await readdir(functionsFolder, { recursive: true });
    const sources = files.filter(
      (file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith(join('data', 'dynamo')),
    );
    expect(sources.length).toBeGreaterThan(200);
    const naming = await Promise.all(
      sources.map(async (file) =>
        /\bGSI\d[PS]K\b/.test(await readFile(join(functionsFolder, file), 'utf8')) ? [file] : [],
      ),
    );
    expect(naming.flat()).toEqual([]);
  });
});
