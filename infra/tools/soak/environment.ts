import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SESClient } from '@aws-sdk/client-ses';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { checkRequests, type RequestLimits } from '#functions/lib/aws-requests';
import { connectSes } from '#functions/lib/mail/send';
import { connectTable, type Table } from '#functions/lib/table';
import { startTestUserPool, type TestUserPool } from '#infra/testing/services/test-user-pool';
import { createTable, localAws, startDatabase } from '../../local/dynamodb.ts';
import { checkRole } from '../../local/roles/roles.ts';
import { listShards, streamOf } from '../../local/streams/stream-reader.ts';
import { callHeader, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type MailSink, type StreamReading, startMailSink } from './mail-sink.ts';

/** How long a transaction of a run holds its items, in which others conflict with it. */
const holdMs = 3;

export interface Environment {
  readonly engine: string;
  readonly proxy: FaultProxy;
  readonly sink: MailSink;
  readonly ses: SESClient;
  readonly userPool: TestUserPool;
  close(): Promise<void>;
}

export const startEnvironment = async (): Promise<Environment> => {
  const database = await startDatabase();
  const [proxy, sink, userPool] = await Promise.all([
    startFaultProxy(database.endpoint, { hold: () => sleep(holdMs) }),
    startMailSink(),
    startTestUserPool(),
  ]);
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    AWS_ENDPOINT_URL_SES: sink.endpoint,
  });
  checkRequests(checkRole);
  const ses = connectSes();
  return {
    engine: database.endpoint,
    proxy,
    sink,
    ses,
    userPool,
    close: async () => {
      ses.destroy();
      await Promise.all([proxy.stop(), sink.stop(), userPool.stop()]);
      await database.stop();
    },
  };
};

interface Caller {
  readonly run: string;
  readonly actor: string;
  calls: number;
}

const callers = new AsyncLocalStorage<Caller>();

export const currentActor = (): string => callers.getStore()?.actor ?? '';

export const runAs = <Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> =>
  callers.run(caller, work);

/** The product's connection with the SDK's retries, which are 1 ms apart. A header names the call, for the fault proxy. */
export const connectTaggedTable = async (name: string, limits?: RequestLimits): Promise<Table> => {
  const table = connectTable(name, limits);
  table.client.middlewareStack.add(
    (next) => (args) => {
      const caller = callers.getStore();
      if (caller) {
        const headers: Record<string, string> = Reflect.get(Object(args.request), 'headers');
        headers[callHeader] = `${caller.run}/${caller.actor}/${caller.calls}`;
        caller.calls += 1;
      }
      return next(args);
    },
    { step: 'build', name: 'soakCall' },
  );
  const strategy = await table.client.config.retryStrategy();
  // The SDK can only replace the whole strategy, and the default strategy is under test.
  Reflect.set(strategy, 'retryBackoffStrategy', {
    setDelayBase: () => {},
    computeNextBackoffDelay: () => 1,
  });
  return table;
};

export interface Worker {
  /** Connected to the engine directly, without faults. */
  readonly table: Table;
  readonly reading: StreamReading;
  close(): void;
}

export const createWorker = async (engine: string): Promise<Worker> => {
  const dynamodb = new DynamoDBClient({ ...localAws, endpoint: engine });
  const streams = new DynamoDBStreamsClient({ ...localAws, endpoint: engine });
  const name = `soak-${randomUUID()}`;
  await createTable(dynamodb, name);
  const table: Table = {
    name,
    client: DynamoDBDocumentClient.from(dynamodb, { marshallOptions: { removeUndefinedValues: true } }),
  };
  const streamArn = await streamOf(dynamodb, name);
  const shards = await listShards(streams, streamArn);
  return {
    table,
    reading: { streams, streamArn, shards, positions: new Map() },
    close: () => {
      dynamodb.destroy();
      streams.destroy();
    },
  };
};
