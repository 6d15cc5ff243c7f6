import { createRequire } from 'node:module';
import { join } from 'node:path';
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
import { tableSchema } from '#functions/data/dynamo/table-schema';
import { resourceNames } from './addresses.ts';
import { type ChildEngine, startChildEngine } from './child-engine.ts';
import { freePort, loopback } from './free-port.ts';
import { StartError } from './start-error.ts';

export interface Database {
  readonly endpoint: string;
  /** Resolves when the engine has ended, asked or not; never for an engine that is not ours. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** What the SDK needs to talk to an engine that checks neither. */
export const localAws = {
  region: resourceNames.region,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
} as const;

const enginePath = (): string => {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    return 'dynoxide';
  }
};

const missingEngine = new StartError(
  'No DynamoDB engine was found. Run `npm install` with optional dependencies, put `dynoxide` on the PATH, ' +
    'or set DYNAMODB_ENDPOINT to the address of a DynamoDB-compatible engine.',
);

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

/** Whether the engine came up; it names its address once it listens. */
const comesUp = async (engine: ChildEngine, endpoint: string): Promise<boolean> => {
  let hasEnded = false;
  void engine.ended.then(() => {
    hasEnded = true;
  });
  // Its own word comes first: on a port lost to another engine, that one would answer.
  while (!hasEnded && !(engine.output().includes(endpoint) && (await answers(endpoint)))) await sleep(20);
  return !hasEnded;
};

const startEngine = async (databaseFile: string | undefined, attempt = 1): Promise<Database> => {
  const port = await freePort();
  const endpoint = `http://${loopback}:${port}`;
  const engine = await startChildEngine(enginePath(), [
    'serve',
    ...['--host', loopback],
    ...['--port', String(port)],
    ...(databaseFile ? ['--db-path', databaseFile] : []),
  ]).catch(() => {
    throw missingEngine;
  });
  if (await comesUp(engine, endpoint)) return { endpoint, ended: engine.ended, stop: engine.stop };
  // Someone else may have taken the port between our look and the engine's.
  if (attempt < startAttempts) return startEngine(databaseFile, attempt + 1);
  throw new StartError(`The DynamoDB engine does not start: ${engine.output()}`);
};

/**
 * Starts a DynamoDB engine, or uses the one at DYNAMODB_ENDPOINT.
 * @param options.dataDir where its file is kept; without one the data lives in memory
 * @throws StartError when there is no engine or it does not come up
 */
export const startDatabase = async ({ dataDir }: { dataDir?: string } = {}): Promise<Database> => {
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  if (!endpoint) return startEngine(dataDir && join(dataDir, 'dynamodb.sqlite'));
  if (!(await answers(endpoint))) throw new StartError(`No DynamoDB engine answers at ${endpoint}.`);
  return { endpoint, ended: new Promise(() => {}), stop: async () => {} };
};

type KeyNames = { readonly partitionKey: string; readonly sortKey: string };

const toKeySchema = ({ partitionKey, sortKey }: KeyNames) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

/** Deletes the table with all it holds, if there is one. */
export const dropTable = async (client: DynamoDBClient, name: string): Promise<void> => {
  try {
    await client.send(new DeleteTableCommand({ TableName: name }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
};

/**
 * Creates the table as the cloud has it; a table that is already there stays as it is.
 * @param options.hasStream false where nobody reads it: the engine looks through all of a table's records for each new
 * one, so that ten thousand writes take three times as long
 */
export const createTable = async (
  client: DynamoDBClient,
  name: string,
  { hasStream = true }: { hasStream?: boolean } = {},
): Promise<void> => {
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
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
};
