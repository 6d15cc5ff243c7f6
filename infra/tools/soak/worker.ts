import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/data/table';
import { storedFamily } from '#infra/testing/samples/stored-family';
import type { Family } from '#shared/schemas/profile';
import { createTable, localAws } from '../../local/dynamodb.ts';
import { listShards, streamOf } from '../../local/streams/stream-reader.ts';
import type { StreamReading } from './stream-delivery.ts';
import { childNames, childrenPerFamily, familiesPerRun } from './workload.ts';

/** Executes runs one after the other in one table, each run with new classes and families. */
export interface Worker {
  /** Connected to the engine directly, without faults. */
  readonly table: Table;
  readonly reading: StreamReading;
  close(): void;
}

/** The families of a run. */
export const storeFamilies = (table: Table): Promise<Family[]> => {
  const children = childNames.slice(0, childrenPerFamily).map((child) => ({ name: child }));
  return Promise.all(Array.from({ length: familiesPerRun }, () => storedFamily(table, { children })));
};

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
