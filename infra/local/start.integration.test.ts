import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, open, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { patiently } from '#infra/testing/runner/slowness';
import { brand, sampleFacts } from '#shared/brand';
import { routes } from '#shared/contract/routes';
import { idempotencyKeyHeader } from '#shared/lib/ids';
import { signUpBody } from '../testing/services/account-system.ts';
import { listProcesses } from '../testing/stack/list-processes.ts';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { startSilentProxy } from '../tools/soak/fault-proxy.ts';
import { localPaths, resourceNames } from './addresses.ts';
import { localAws, startDatabase } from './dynamodb.ts';
import { demoAccounts, demoPassword } from './seed/demo-accounts.ts';

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

  it('ends with code 1 when the database engine stops', { tags: 'exhaustive' }, async () => {
    const dataDir = await tempDir();
    const started = await start(dataDir, { args: ['--empty'] });
    await urlOf(started);
    const engine = await findEngine(dataDir);
    if (engine) process.kill(engine, 'SIGKILL');
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('The DynamoDB engine has ended by itself');
  });

  it('prints the demo accounts and the mailbox, and nothing before', async () => {
    const started = await start(await tempDir());
    const url = await urlOf(started);
    // The password is the last line.
    await vi.waitFor(() => expect(started.output()).toContain(demoPassword), patiently);
    for (const text of [...Object.values(demoAccounts), `${url}${localPaths.mailbox}`]) {
      expect(started.output()).toContain(text);
    }
    // No record of the functions, which send messages about the sample data.
    expect(started.output().trim()).toMatch(/^Ready on /);
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
        'an empty database file',
        (dataDir) => truncate(join(dataDir, 'dynamodb/dynamodb.sqlite')),
        /data of the database is missing\.\n.*--fresh/,
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
        'a database file that is something else',
        (dataDir) => writeFile(join(dataDir, 'dynamodb/dynamodb.sqlite'), 'x'.repeat(10_000)),
        /dynamodb\.sqlite is damaged\.\n.*--fresh/,
      ],
      [
        'a database file with a damaged page',
        async (dataDir) => {
          const file = await open(join(dataDir, 'dynamodb/dynamodb.sqlite'), 'r+');
          await file.write(Buffer.alloc(8_192, 0xff), 0, 8_192, 4_096);
          await file.close();
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
      [
        'a truncated file of accounts',
        (dataDir) => truncate(join(dataDir, `cognito/pools/${resourceNames.userPoolId}.json`), 40),
        /\.json is damaged\.\n.*--fresh/,
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

const signIn = async (url: string, email: string): Promise<string> => {
  const pool = new CognitoIdentityProviderClient({ ...localAws, endpoint: url + localPaths.cognito });
  const { AuthenticationResult } = await pool.send(
    new AdminInitiateAuthCommand({
      UserPoolId: resourceNames.userPoolId,
      ClientId: resourceNames.userPoolClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: demoPassword },
    }),
  );
  pool.destroy();
  return AuthenticationResult?.AccessToken ?? '';
};

/** Books a trial for the demo parent, in a class without other bookings. */
const book = async (url: string, childIndex: number): Promise<number> => {
  const authorization = `Bearer ${await signIn(url, demoAccounts.parent)}`;
  const [classes, family] = await Promise.all([
    fetch(url + routes.listClasses.path),
    fetch(url + routes.getMyFamily.path, { headers: { authorization } }),
  ]);
  const cls = routes.listClasses.response
    .parse(await classes.json())
    .classes.find(({ time_slots }) => time_slots.every((slot) => slot.current_bookings <= childIndex));
  const child = routes.getMyFamily.response.parse(await family.json()).children[childIndex];
  const answer = await fetch(url + routes.bookSlot.path, {
    method: routes.bookSlot.method,
    headers: { authorization, 'content-type': 'application/json', [idempotencyKeyHeader]: randomUUID() },
    body: JSON.stringify({
      class_id: cls?.id,
      // The children of the demo family have bookings at the time of the first one.
      time_slot_id: cls?.time_slots.at(-1)?.id,
      child_id: child?.id,
      is_trial: true,
      amount: cls?.weekly_rate,
      trial_date: cls?.start_date,
      calendar_version: 0,
    }),
  });
  return answer.status;
};

/** The sample data sends emails too, and no confirmation of a trial. */
const countConfirmations = async (url: string): Promise<number> => {
  const mails = z
    .array(z.object({ subject: z.string() }))
    .parse(await (await fetch(`${url}${localPaths.mailbox}.json`)).json());
  return mails.filter(({ subject }) => subject.startsWith('Trial session confirmed')).length;
};

it('says in one line that the disk has become full, and goes on when there is room', {
  tags: 'exhaustive',
}, async () => {
  const dataDir = await tempDir();
  const started = await start(dataDir);
  const url = await urlOf(started);
  const file = new DatabaseSync(join(dataDir, 'dynamodb/dynamodb.sqlite'), patiently);
  onTestFinished(() => file.close());
  const before = started.output().length;

  // Makes the engine fail with SQLite's text for a full disk, as it does where the file system is full.
  file.exec(
    `CREATE TRIGGER full BEFORE INSERT ON _stream_records BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
  );
  // A login notes in the table that it happened.
  await Promise.all([signIn(url, demoAccounts.parent), signIn(url, demoAccounts.newParent)]);
  // Other work of the first minute may be logged at the same time.
  const aboutTheDisk = () =>
    started
      .output()
      .slice(before)
      .split('\n')
      .filter((line) => /disk/i.test(line));
  await vi.waitFor(() => expect(aboutTheDisk()).not.toEqual([]), patiently);
  expect(aboutTheDisk()).toEqual([
    expect.stringMatching(/^The disk is full: .* Make room, and the system goes on without a restart\.$/),
  ]);
  expect(await book(url, 0)).toBe(500);

  file.exec('DROP TRIGGER full');
  expect(await book(url, 0)).toBe(routes.bookSlot.status);
});

it('books and confirms after the database swallowed requests', {
  tags: 'exhaustive',
}, async () => {
  const engine = await startDatabase({ dataDir: await tempDir() });
  onTestFinished(engine.stop);
  const proxy = await startSilentProxy(engine.endpoint);
  onTestFinished(proxy.stop);
  const url = await urlOf(await start(await tempDir(), { env: { DYNAMODB_ENDPOINT: proxy.endpoint } }));
  // The sign-in reads no table.
  const swallowed = proxy.swallow();
  const booking = book(url, 0);
  await swallowed;
  proxy.answer();
  expect(await booking).toBe(routes.bookSlot.status);
  await vi.waitFor(async () => expect(await countConfirmations(url)).toBe(1), patiently);
});
