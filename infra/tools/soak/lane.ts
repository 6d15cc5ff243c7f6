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
import type { StreamReading } from './postman.ts';
import { childNames, childrenPerFamily, familiesPerRun } from './workload.ts';

/** A table in which one run follows another, each with a class of its own. */
export interface Lane {
  /** Straight to the engine, past all faults. */
  readonly table: Table;
  readonly families: readonly Family[];
  readonly reading: StreamReading;
  close(): void;
}

export const openLane = async (engine: string): Promise<Lane> => {
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
