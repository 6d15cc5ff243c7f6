import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createFamily } from '#functions/data/families/families';
import type { Table } from '#functions/data/table';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { Family } from '#shared/schemas/profile';
import { createTable, localAws } from '../../local/dynamodb.ts';
import { listShards, streamOf } from '../../local/streams/stream-reader.ts';
import type { StreamReading } from './stream-delivery.ts';
import { childNames, childrenPerFamily, familiesPerRun } from './workload.ts';

/** Executes runs one after the other in one table, each run with a new class. */
export interface Worker {
  /** Connected to the engine directly, without faults. */
  readonly table: Table;
  readonly families: readonly Family[];
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
  const children = childNames.slice(0, childrenPerFamily).map((child) => ({ name: child }));
  const families = Array.from({ length: familiesPerRun }, () => sampleFamily({ children }));
  for (const family of families) await createFamily(table, family);
  const streamArn = await streamOf(dynamodb, name);
  const shards = await listShards(streams, streamArn);
  return {
    table,
    families,
    reading: { streams, streamArn, shards, positions: new Map() },
    close: () => {
      dynamodb.destroy();
      streams.destroy();
    },
  };
};
