/** @module-tag exhaustive */
import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTable, type Database, localAws, startDatabase } from '../../local/dynamodb.ts';
import type { Attempt, Fault } from './fault-plan.ts';
import { callHeader, type FaultProxy, startFaultProxy } from './fault-proxy.ts';

const name = 'bookings';
let database: Database;
let proxy: FaultProxy;
let direct: DynamoDBDocumentClient;
beforeAll(async () => {
  database = await startDatabase();
  proxy = await startFaultProxy(database.endpoint);
  const dynamodb = new DynamoDBClient({ ...localAws, endpoint: database.endpoint });
  await createTable(dynamodb, name);
  direct = DynamoDBDocumentClient.from(dynamodb);
});
afterAll(async () => {
  direct.destroy();
  await proxy.stop();
  await database.stop();
});

let key: { PK: string; SK: string };
beforeEach(() => {
  key = { PK: randomUUID(), SK: 'one' };
});

/** A client whose attempts get these faults in order, and then none. */
const connect = (maxAttempts: number, ...faults: Fault[]) => {
  const run = randomUUID();
  const attempts: Attempt[] = [];
  const open = proxy.open(run, {
    plan: (attempt) => {
      attempts.push(attempt);
      return faults[attempts.length - 1] ?? { kind: 'none' };
    },
    onRequest: () => {},
  });
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...localAws, endpoint: proxy.endpoint, maxAttempts }),
  );
  client.middlewareStack.add(
    (next) => (args) => {
      Reflect.get(Object(args.request), 'headers')[callHeader] = `${run}/test/0`;
      return next(args);
    },
    { step: 'build' },
  );
  return { client, attempts, close: open.close };
};

const isStored = async (): Promise<boolean> =>
  (await direct.send(new GetCommand({ TableName: name, Key: key, ConsistentRead: true }))).Item !== undefined;

/** Stores the item in a transaction, if it does not exist. */
const store = () =>
  new TransactWriteCommand({
    TransactItems: [
      { Put: { TableName: name, Item: key, ConditionExpression: 'attribute_not_exists(PK)' } },
      { Put: { TableName: name, Item: { ...key, SK: 'two' } } },
    ],
  });

it.each<[Fault, string, boolean]>([
  [{ kind: 'reset' }, 'ECONNRESET', false],
  [{ kind: 'answer-lost' }, 'ECONNRESET', true],
  [{ kind: 'late', afterMs: 1 }, 'ECONNRESET', true],
  [{ kind: 'failed-after-commit' }, 'InternalServerError', true],
  [{ kind: 'internal-error' }, 'InternalServerError', false],
  [{ kind: 'unavailable' }, 'ServiceUnavailableException', false],
  [{ kind: 'conflict' }, 'TransactionCanceledException', false],
])('%o is an error of the SDK with the name %s; executed: %s', async (fault, error, happened) => {
  const { client, close } = connect(1, fault);
  const failure: unknown = await client.send(store()).catch((reason: unknown) => reason);
  expect([Reflect.get(Object(failure), 'code'), Reflect.get(Object(failure), 'name')]).toContain(error);
  await close();
  expect(await isStored()).toBe(happened);
});

it.each<Fault>([
  { kind: 'reset' },
  { kind: 'answer-lost' },
  { kind: 'failed-after-commit' },
  { kind: 'internal-error' },
  { kind: 'throttled' },
  { kind: 'unavailable' },
  { kind: 'slow', beforeMs: 5, afterMs: 5 },
])('the SDK retries after %o: a transaction is executed once, by its token', async (fault) => {
  const { client, attempts, close } = connect(5, fault);
  await client.send(store());
  expect(await isStored()).toBe(true);
  expect(attempts.map(({ attempt }) => attempt)).toEqual(fault.kind === 'slow' ? [1] : [1, 2]);
  expect(attempts.at(-1)?.isCommitted).toBe(['answer-lost', 'failed-after-commit'].includes(fault.kind));
  await close();
});

it('a transaction in progress is answered as such until it is executed', async () => {
  const { client, close } = connect(1, { kind: 'late', afterMs: 2_000 });
  const command = store();
  command.input.ClientRequestToken = randomUUID();
  await expect(client.send(command)).rejects.toThrow();
  await expect(client.send(command)).rejects.toThrow('in progress');
  await close();
  expect(await isStored()).toBe(true);
});

it('a partly executed batch returns the unprocessed keys', async () => {
  const keys = ['a', 'b', 'c'].map((SK) => ({ ...key, SK }));
  for (const Item of keys) await direct.send(new PutCommand({ TableName: name, Item }));
  const { client } = connect(1, { kind: 'partial-batch' });
  const command = new BatchGetCommand({ RequestItems: { [name]: { Keys: keys, ConsistentRead: true } } });
  const { Responses, UnprocessedKeys } = await client.send(command);
  expect(Responses?.[name]).toHaveLength(2);
  expect(UnprocessedKeys?.[name]).toEqual({ Keys: keys.slice(2), ConsistentRead: true });
});
