import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scripts } from '../../package.json' with { type: 'json' };
import { requiredSecondFactor } from '../settings/settings-schema.ts';

const project = join(import.meta.dirname, '../..');
/** A copy of the project without a build and without local data, in which a test may damage a file. */
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'commands-'));
  for (const part of [
    'functions',
    'infra',
    'shared',
    'web',
    'package.json',
    'package-lock.json',
    'panda.config.ts',
  ])
    await cp(join(project, part), join(root, part), { recursive: true });
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
});

afterAll(() => rm(root, { recursive: true }));

type Script = keyof typeof scripts;

/** Runs the command of a script, on a machine without credentials of AWS. */
const runScript = (script: Script, words: string, env: NodeJS.ProcessEnv): SpawnSyncReturns<string> => {
  // `npm run build && …`: what is run after the build.
  const [command = ''] = scripts[script].split(' && ').slice(-1);
  const args = command.replace(/^(?:exec )?node /, '').split(' ');
  const withoutAws = Object.entries(process.env).filter(([name]) => !/^(?:AWS|DYNAMODB)_/.test(name));
  return spawnSync(process.execPath, [...args, ...words.split(' ').filter(Boolean)], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...Object.fromEntries(withoutAws),
      HOME: root,
      // The first command compiles what the others load.
      NODE_COMPILE_CACHE: join(root, 'compiled'),
      AWS_EC2_METADATA_DISABLED: 'true',
      ...env,
    },
  });
};

const expectTwoLines = ({ status, stderr }: SpawnSyncReturns<string>, expected: RegExp): void => {
  expect(stderr).toMatch(expected);
  expect(stderr.trim().split('\n')).toHaveLength(2);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(status).toBe(1);
};

const noOption = /^Unknown option '--frsh'.*\nThe options of each command are in /;
const inLondon = { AWS_REGION: 'eu-west-2' };
const noBrowser = { CHROMIUM_PATH: '/bin/false' };

type Row = [script: Script, words: string, expected: RegExp, env?: NodeJS.ProcessEnv];

const ordinary: readonly Row[] = [
  ['start', '--frsh', /^Unknown option '--frsh'.*\nKnown options: /],
  ['admin', 'list', /^The local system does not run\.\nStart it with `npm start`/],
  ['admin', 'list --stage test', /^There is no stage test\.\nName one/],
  ['admin', 'list --stage prod', /^No AWS region is named\.\nSet AWS_REGION/],
  ['admin', 'list --stage prod', /^Could not load credentials.*\nLog in to the account/, inLondon],
  ['deploy', '--stage prod', /^prod is not deployed: .+ is still the placeholder .+\nMend that/],
];

/** What these say is said as above, or by a command that loads much before it reads its options. */
const rare: readonly Row[] = [
  ['admin', '--frsh', noOption],
  ['admin', 'queue emails delete', /^There is no such command of a queue\.\nUse: /],
  ['bootstrap', '--frsh', noOption],
  ['bootstrap', '--stage prod', /^Could not load credentials.*\nLog in to the account/],
  ['dev', '--frsh', /^Unknown option '--frsh'.*\nKnown options: /],
  ['load', '--frsh', noOption],
  ['load', '--classes many', /^--classes is "many"\.\n--classes must be a whole number/],
  ['soak', '--frsh', noOption],
  ['soak', '--runs none', /^Each number is a whole one.*\nUsage: npm run soak/],
  ['bench', 'speed', /^There is no section speed\.\nSections: costs, /],
  ['deploy', '--frsh', noOption],
  ['deploy', '--stage --yes', /^Option '--stage' argument is ambiguous\.\nThe options of each command/],
  ['adopt', '', /^No table or no user pool is named\.\nName what was left/],
  ['images', '', /^browserType\.launch: .+\nSet CHROMIUM_PATH/, noBrowser],
  ['screenshots', '--frsh', noOption],
  ['screenshots', '', /^browserType\.launch: .+\nSet CHROMIUM_PATH/, noBrowser],
];

const title = '%s %s ends with code 1 and two lines [STA-03]';
const endsWithTwoLines = (...[script, words, expected, env = {}]: Row): void =>
  expectTwoLines(runScript(script, words, env), expected);

it.each<Row>(ordinary)(title, endsWithTwoLines);
it.each<Row>(rare)(title, { tags: 'exhaustive' }, endsWithTwoLines);

it.each(['export const prod = {;', 'export const production = {};'])(
  'a command of a stage ends with two lines on a file of settings that cannot be loaded: %s [STA-03]',
  { tags: 'exhaustive' },
  async (content) => {
    const file = 'infra/settings/prod.ts';
    await writeFile(join(root, file), content);
    const ended = runScript('bootstrap', '--stage prod', inLondon);
    await cp(join(project, file), join(root, file));
    expectTwoLines(ended, /^The settings in infra\/settings cannot be loaded: .+\nMend the file/);
  },
);

it.each(['app', 'edge-app'])(
  '%s, which cdk runs, ends with two lines on a stage that there is not [STA-03]',
  { tags: 'exhaustive' },
  (app) => {
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ stage: 'test' }) };
    const ended = spawnSync(process.execPath, [`infra/${app}.ts`], { cwd: root, encoding: 'utf8', env });
    expectTwoLines(ended, /^There is no stage test\.\nName one/);
  },
);

it('says that the system does not run where it crashed and left its addresses [STA-03]', {
  tags: 'exhaustive',
}, async () => {
  const folder = join(root, '.local');
  await mkdir(folder);
  const addresses = { url: 'http://127.0.0.1:9', databaseEndpoint: 'http://127.0.0.1:9' };
  await writeFile(
    join(folder, 'running.json'),
    JSON.stringify({
      ...addresses,
      timeZone: 'Europe/London',
      mailFrom: 'a@example.com',
      secondFactor: requiredSecondFactor,
    }),
  );
  expectTwoLines(runScript('admin', 'list', {}), /^The local system does not run\.\nStart it/);
  await rm(folder, { recursive: true });
});

it('names what is wrong in a source of the site, and no place in the build tool [STA-03]', {
  tags: 'exhaustive',
}, async () => {
  const file = 'web/src/app/start/main.tsx';
  await writeFile(join(root, file), 'const a = {;');
  const { status, stderr } = runScript('build', '', {});
  await cp(join(project, file), join(root, file));
  expect(stderr).toContain('main.tsx');
  expect(stderr).toMatch(/\nThe site could not be built, as is said above\.\nMend that, .+\n$/);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(status).toBe(1);
});
