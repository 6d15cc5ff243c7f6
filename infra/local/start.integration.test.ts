import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { patiently } from '#infra/testing/runner/slowness';
import { brand, sampleFacts } from '#shared/brand';
import { routes } from '#shared/contract/routes';
import { signUpBody } from '../testing/services/account-system.ts';
import { listProcesses } from '../testing/stack/list-processes.ts';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { localPaths } from './addresses.ts';
import { demoAccounts } from './seed/demo-accounts.ts';

// Each start is a new Node process with the whole system, and some tests start three.

/** Compiled modules, so that only the first start compiles them. */
let compiled: string;
beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'compiled-'));
});
afterAll(() => rm(compiled, { recursive: true, force: true }));

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

interface Started {
  readonly process: ChildProcessWithoutNullStreams;
  output(): string;
  readonly ended: Promise<unknown>;
}

const start = async (
  dataDir: string,
  { port = 0, args = [], env = {} }: { port?: number; args?: string[]; env?: Record<string, string> } = {},
): Promise<Started> => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../testing/stack/start-in.ts'), ...args],
    {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: compiled,
        PORT: String(port),
        TEST_DATA_DIR: dataDir,
        ...env,
      },
    },
  );
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  return {
    process: child,
    output: () => output,
    ended: once(child, 'close').then(([code, signal]) => code ?? signal),
  };
};

const urlOf = async (started: Started): Promise<string> => {
  await vi.waitFor(() => expect(started.output()).toContain('Ready on http://'), patiently);
  return /Ready on (\S+)/.exec(started.output())?.[1] ?? '';
};

/** The process id of this folder's database engine, found by its command line; undefined if it does not run. */
const findEngine = async (dataDir: string): Promise<number | undefined> => {
  const processes = await listProcesses();
  return processes.find(({ args }) => args.includes(`--db-path ${dataDir}`))?.pid;
};

const expectEngineRuns = (dataDir: string) =>
  vi.waitFor(async () => expect(await findEngine(dataDir)).toBeTypeOf('number'), patiently);

const expectEngineGone = (dataDir: string) =>
  vi.waitFor(async () => expect(await findEngine(dataDir)).toBeUndefined(), patiently);

describe('the command line', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends cleanly on %s and leaves no child process',
    { tags: 'exhaustive' },
    async (signal) => {
      const dataDir = await tempDir();
      const started = await start(dataDir, { args: ['--empty'] });
      await urlOf(started);
      await expectEngineRuns(dataDir);

      started.process.kill(signal);

      expect(await started.ended).toBe(0);
      await expectEngineGone(dataDir);
    },
  );

  it('ends when its parent process is killed', { tags: 'exhaustive' }, async () => {
    const dataDir = await tempDir();
    const script = `node ${join(import.meta.dirname, '../testing/stack/start-in.ts')} --empty; true`;
    const shell = spawn('/bin/sh', ['-c', script], {
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, PORT: '0', TEST_DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    await expectEngineRuns(dataDir);
    shell.kill('SIGKILL');
    await expectEngineGone(dataDir);
  });

  it('prints no accounts without sample data, but a link to open the school, each start another [SCH-01, SCH-02]', async () => {
    const dataDir = await tempDir();
    const tokens: string[] = [];
    for (const args of [['--empty'], []]) {
      const started = await start(dataDir, { args });
      const url = await urlOf(started);
      const link = /Open your school http:\/\/localhost:\d+\/open-school#(\S+)\n/;
      await vi.waitFor(() => expect(started.output()).toMatch(link), patiently);
      const token = link.exec(started.output())?.[1] ?? '';
      tokens.push(token);
      const post = async (route: 'getAdminInvitation' | 'signUp', body: object) => {
        const { status } = await fetch(url + routes[route].path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return status;
      };
      const statuses = await Promise.all(tokens.map((one) => post('getAdminInvitation', { token: one })));
      expect(statuses).toEqual(args.length > 0 ? [200] : [404, 200]);
      // Its emails have no fact of the sample school.
      expect(await post('signUp', signUpBody())).toBe(201);
      const readMails = async () => (await fetch(`${url}${localPaths.mailbox}.json`)).text();
      await expect.poll(readMails).toContain('Confirm your email');
      const mails = await readMails();
      for (const fact of [sampleFacts.phone, sampleFacts.address.street[1], brand.mailbox])
        expect(mails.replace(/"from":"[^"]*"/g, '')).not.toContain(fact);
      started.process.kill('SIGTERM');
      await started.ended;
      expect(started.output()).not.toContain(demoAccounts.admin);
    }
  });

  it.each([
    ['an unknown option', { args: ['--frsh'] }, "Unknown option '--frsh'"],
    ['an invalid port', { env: { PORT: 'http' } }, 'PORT must be a number'],
    [
      'an engine that does not answer',
      { env: { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' } },
      'No DynamoDB engine',
    ],
  ])('ends with code 1 and two lines on %s [STA-03]', async (_, options, message) => {
    const started = await start(await tempDir(), options);
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(message);
    expect(started.output().trim().split('\n')).toHaveLength(2);
  });

  describe('on a damaged folder', { tags: 'exhaustive' }, () => {
    let filled: string;
    beforeAll(async () => {
      filled = await mkdtemp(join(tmpdir(), 'filled-'));
      const first = await start(filled, { args: ['--empty'] });
      await urlOf(first);
      first.process.kill('SIGTERM');
      await first.ended;
    });
    afterAll(() => rm(filled, { recursive: true }));

    it.each<[string, (dataDir: string) => Promise<unknown>, RegExp]>([
      [
        'a file in the place of the folder',
        async (dataDir) => {
          await rm(dataDir, { recursive: true });
          await writeFile(dataDir, '');
        },
        /cannot be used: a file has this name\.\n.+$/,
      ],
      [
        'a database file that is cut',
        async (dataDir) => {
          const file = join(dataDir, 'dynamodb/dynamodb.sqlite');
          await truncate(file, Math.floor((await stat(file)).size / 2));
        },
        /dynamodb\.sqlite is damaged\.\n.*--fresh/,
      ],
      [
        'a full disk',
        async (dataDir) => {
          await rm(join(dataDir, 'running.json'), { force: true });
          await symlink('/dev/full', join(dataDir, 'running.json'));
        },
        /cannot be written: the disk is full\.\n.+$/,
      ],
      [
        'a missing folder of accounts',
        (dataDir) => rm(join(dataDir, 'cognito'), { recursive: true }),
        /data of the user pool is missing\.\n.*--fresh/,
      ],
    ])('ends with code 1 and two lines on %s', async (_, damage, message) => {
      const dataDir = await tempDir();
      await cp(filled, dataDir, { recursive: true });
      await damage(dataDir);

      const started = await start(dataDir, { args: ['--empty'] });

      expect(await started.ended).toBe(1);
      expect(started.output().trim()).toMatch(message);
      expect(started.output().trim().split('\n')).toHaveLength(2);
      await expectEngineGone(dataDir);
    });
  });
});
