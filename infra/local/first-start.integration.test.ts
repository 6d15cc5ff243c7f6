import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { readAllItems } from '../testing/table/all-items.ts';
import { localPaths, resourceNames } from './addresses.ts';
import { localAws, startDatabase } from './dynamodb.ts';
import { demoAccounts, demoPassword } from './seed/demo-accounts.ts';

// Each start is a process of its own with the whole system.

const testing = join(import.meta.dirname, '../testing/stack');
/**
 * The clock of all starts stands still at this time, so that their data differ in what is random alone. It is night in New
 * York: no email is due, of which a start would have sent some by its end.
 */
const startTime = new Date();
startTime.setUTCHours(7, 30, 0, 0);

let compiled: string;
beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'compiled-'));
});
afterAll(() => rm(compiled, { recursive: true, force: true }));

/** Starts the system on a folder, until it is ready and has ended, or until it is killed by its request of a number. */
const start = async (dataDir: string, killAt = 0) => {
  const child = spawn(
    process.execPath,
    ['--import', join(testing, 'counted-start.ts'), join(testing, 'start-in.ts')],
    {
      env: {
        ...process.env,
        PORT: '0',
        // The first start compiles what the others load.
        NODE_COMPILE_CACHE: compiled,
        TEST_DATA_DIR: dataDir,
        START_TIME: startTime.toISOString(),
        KILL_AT: String(killAt),
      },
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    output += data;
    // The password is the last line.
    if (output.includes(demoPassword)) child.kill('SIGTERM');
  });
  const [errors, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { output, errors, end: code ?? signal };
};

/** What is random: ids, keys of requests, hashes, tokens (of which some begin with a hyphen) and the references of accounts. */
const random =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:\b|(?<!\w)(?=-))(?:[a-z]{3}_)?(?:[\dA-HJKMNP-TV-Z]{26}|[\w-]{22,})|\bF-?[A-Z\d]{5}\b/g;

/** JSON whose keys are in order. The keys of words are made with a secret of the table. */
const inOrder = ({ PK, SK, ...value }: Record<string, unknown>): string =>
  JSON.stringify(value.entity === 'word' ? value : { PK, SK, ...value }, (_, part: unknown) =>
    part instanceof Object && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/**
 * Texts without what is random, in order. A random text is replaced by a hash of the texts that have it, so that references
 * stay comparable.
 */
const withoutRandom = (texts: readonly string[]): string[] => {
  const places = new Map<string, string[]>();
  for (const one of texts)
    for (const [id] of one.matchAll(random))
      places.set(id, [
        ...(places.get(id) ?? []),
        one.replaceAll(random, (other) => (other === id ? '*' : '?')),
      ]);
  const labels = new Map(
    [...places].map(([id, found]) => [
      id,
      createHash('sha256').update(found.toSorted().join('\n')).digest('hex').slice(0, 8),
    ]),
  );
  return texts.map((one) => one.replaceAll(random, (id) => labels.get(id) ?? '')).toSorted();
};

const filesIn = async (folder: string): Promise<string[]> =>
  Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));

/** The content of a folder: items of the table, accounts of the user pool, and the number of emails. */
const contentOf = async (dataDir: string) => {
  const database = await startDatabase({ dataDir: join(dataDir, 'dynamodb') });
  const client = new DynamoDBClient({ ...localAws, endpoint: database.endpoint });
  const documents = DynamoDBDocumentClient.from(client);
  const items = await readAllItems({ name: resourceNames.table, client: documents });
  client.destroy();
  await database.stop();
  const pools = (await filesIn(join(dataDir, 'cognito/pools'))).join('\n');
  return {
    items: withoutRandom(items.map(inOrder)),
    accounts: (pools.match(/"[^"\s]+@[^"\s]+"/g) ?? []).toSorted(),
    emails: (await filesIn(join(dataDir, 'mail'))).length,
  };
};

let undisturbed: Awaited<ReturnType<typeof contentOf>>;
let printed: string;
let requests: number;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'undisturbed-'));
  const { output, errors } = await start(dataDir);
  printed = output;
  requests = Number(/Requests: (\d+)/.exec(output)?.[1]);
  expect(errors).toBe('');
  expect(requests).toBeGreaterThan(500);
  undisturbed = await contentOf(dataDir);
  await rm(dataDir, { recursive: true });
});

it('prints the demo accounts and the mailbox, and nothing before', () => {
  // No record of the functions, which send messages about the sample data.
  const [, url] = /^Ready on (\S+)/.exec(printed.trim()) ?? [];
  for (const text of [...Object.values(demoAccounts), `${url}${localPaths.mailbox}`])
    expect(printed).toContain(text);
});

const killsAt = async (share: number): Promise<void> => {
  const dataDir = await tempDir();
  const killed = await start(dataDir, Math.max(1, Math.floor(requests * share)));
  expect(killed).toMatchObject({ end: 'SIGKILL', output: '' });
  expect(await start(dataDir)).toMatchObject({ end: 0, errors: '' });
  const { items, ...others } = await contentOf(dataDir);
  const { items: undisturbedItems, ...undisturbedOthers } = undisturbed;
  expect(others).toEqual(undisturbedOthers);
  expect(items.filter((item) => !undisturbedItems.includes(item))).toEqual([]);
  expect(items).toEqual(undisturbedItems);
};

it('completes the same data after it was killed in the middle of the first start [STA-02]', () =>
  killsAt(0.6));

it.each(Array.from({ length: 10 }, (_, at) => at / 10))(
  'completes the same data after it was killed at %f of the first start [STA-02]',
  { tags: 'exhaustive' },
  killsAt,
);
