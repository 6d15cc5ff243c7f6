import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { limitRequests, requestLimits } from '#functions/lib/aws-requests';
import { tableSchema } from '#functions/lib/dynamo/items';
import { freePort, loopback, resourceNames } from './addresses.ts';
import { findEngine } from './engine-package.ts';
import { beginAgain, StartError } from './start-error.ts';

/** Kills `child` when this process dies without cleaning up: a shell blocks on a pipe that only this process holds open. */
const startWatcher = (child: ChildProcess): ChildProcess =>
  spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });

/** Outside the terminal's process group, so that Ctrl-C does not end it before the work that needs it. */
const startChildEngine = async (command: string, args: readonly string[]) => {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child, 'spawn');
  const ended = once(child, 'exit').then(() => undefined);
  const watcher = startWatcher(child);

  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
    });
  }
  void ended.then(() => watcher.kill('SIGKILL'));

  return {
    output: () => output.trim(),
    ended,
    stop: async (): Promise<void> => {
      // The watcher ends with the child. It stays until then: a child that does not answer outlives this process otherwise.
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** SQLite's longest wait for the engine, which may write to its file: nobody waits for the start. */
const longestWaitMs = 2 ** 31 - 1;
const streamTable = '_stream_records';

/**
 * The engine searches all stream records at each write and read: 7 ms with 20,000. SQLite uses an index of the same expression.
 */
const indexStreamRecords = (databaseFile: string): void => {
  const database = new DatabaseSync(databaseFile, { timeout: longestWaitMs });
  try {
    if (!database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(streamTable)) return;
    database.exec(
      `CREATE INDEX IF NOT EXISTS stream_sequence ON ${streamTable} (table_name, CAST(sequence_number AS INTEGER))`,
    );
  } finally {
    database.close();
  }
};

export interface Database {
  readonly endpoint: string;
  /** Resolves when the engine has ended, for any reason; never for an external engine. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** No service of this machine checks a signature, which is a third of the work of a request. */
const signer = {
  sign: async <Request extends { readonly headers: Record<string, string> }>(
    request: Request,
  ): Promise<Request> => {
    const scope = 'Credential=local/20250923/eu-west-2/local/aws4_request';
    request.headers.authorization = `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none`;
    request.headers['x-amz-date'] = '20250923T100000Z';
    return request;
  },
};

/** Settings of the clients of the local system. The SDK requires region and credentials; the engine checks neither. */
export const localAws = {
  region: resourceNames.region,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  ...limitRequests(requestLimits.unhurried),
  // The SDK copies each request and answer for its logger, unless that has no method `info`: an eighth of what a request takes.
  logger: Object({}),
  signer,
} as const;

const startAttempts = 3;

const answers = async (endpoint: string): Promise<boolean> => {
  const client = new DynamoDBClient({ ...localAws, endpoint, maxAttempts: 1 });
  try {
    await client.send(new ListTablesCommand({ Limit: 1 }));
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
  }
};

const comesUp = async (
  engine: Awaited<ReturnType<typeof startChildEngine>>,
  endpoint: string,
): Promise<boolean> => {
  let hasEnded = false;
  void engine.ended.then(() => {
    hasEnded = true;
  });
  // Its output is checked first: if another engine got the port, that one would answer.
  while (!hasEnded && !(engine.output().includes(endpoint) && (await answers(endpoint)))) await sleep(20);
  return !hasEnded;
};

/** SQLite's result codes for a damaged file: https://www.sqlite.org/rescode.html. */
const damagedCodes: readonly unknown[] = [11, 26];

/** The engine would start on a cut file and fail at some later request. @throws StartError where it is damaged */
const checkDatabaseFile = (databaseFile: string): void => {
  if (!existsSync(databaseFile)) return;
  const damaged = new StartError(`${databaseFile} is damaged.`, beginAgain);
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(databaseFile);
    if (file.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') throw damaged;
  } catch (error) {
    const isDamage = error instanceof Error && 'errcode' in error && damagedCodes.includes(error.errcode);
    throw isDamage ? damaged : error;
  } finally {
    file?.close();
  }
};

const startEngine = async (databaseFile: string | undefined, attempt = 1): Promise<Database> => {
  const port = await freePort();
  const endpoint = `http://${loopback}:${port}`;
  const engine = await startChildEngine(await findEngine(), [
    'serve',
    ...['--host', loopback],
    ...['--port', String(port)],
    ...(databaseFile ? ['--db-path', databaseFile] : []),
  ]);
  if (await comesUp(engine, endpoint)) {
    if (databaseFile) indexStreamRecords(databaseFile);
    return { endpoint, ended: engine.ended, stop: engine.stop };
  }
  // Another process may have taken the port in the meantime.
  if (attempt < startAttempts) return startEngine(databaseFile, attempt + 1);
  const said = engine.output().replaceAll(/\s*\n\s*/g, ' ');
  throw new StartError(
    `The DynamoDB engine does not start: ${said || 'it says nothing'}`,
    'Run `npm ci` again, or set DYNAMODB_ENDPOINT to the address of a DynamoDB-compatible engine.',
  );
};

/** Or uses the one at DYNAMODB_ENDPOINT. @param options.dataDir without one data is in memory @throws StartError */
export const startDatabase = async ({ dataDir }: { dataDir?: string } = {}): Promise<Database> => {
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  if (!endpoint) {
    const databaseFile = dataDir && join(dataDir, 'dynamodb.sqlite');
    if (databaseFile) checkDatabaseFile(databaseFile);
    return startEngine(databaseFile);
  }
  if (!(await answers(endpoint)))
    throw new StartError(
      `No DynamoDB engine answers at ${endpoint}.`,
      `Start it, or leave DYNAMODB_ENDPOINT out: then the local system brings its own.`,
    );
  return { endpoint, ended: new Promise(() => {}), stop: async () => {} };
};

type KeyNames = { readonly partitionKey: string; readonly sortKey: string };

const toKeySchema = ({ partitionKey, sortKey }: KeyNames) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

export const dropTable = async (client: DynamoDBClient, name: string): Promise<void> => {
  try {
    await client.send(new DeleteTableCommand({ TableName: name }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
};

/**
 * @param options.hasStream false where none is read: in memory it makes writes three times slower
 * @returns whether it is new
 */
export const createTable = async (
  client: DynamoDBClient,
  name: string,
  { hasStream = true }: { hasStream?: boolean } = {},
): Promise<boolean> => {
  const keys: readonly KeyNames[] = [tableSchema, ...tableSchema.indexes];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: keys
          .flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])
          .map((attribute) => ({ AttributeName: attribute, AttributeType: 'S' })),
        KeySchema: toKeySchema(tableSchema),
        GlobalSecondaryIndexes: tableSchema.indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: toKeySchema(index),
          Projection: { ProjectionType: 'ALL' },
        })),
        ...(hasStream && {
          StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
        }),
      }),
    );
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { Enabled: true, AttributeName: tableSchema.timeToLiveAttribute },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
};
