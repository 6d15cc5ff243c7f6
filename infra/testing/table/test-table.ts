import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readSettings } from '#functions/data/settings/settings';
import type { Table } from '#functions/data/table';
import { createTable, localAws, startDatabase } from '#infra/local/dynamodb';
import { type Measure, recordCosts } from './record-costs.ts';

export interface TestTable extends Table {
  readonly measure: Measure;
  stop(): Promise<void>;
}

/** Starts a real engine with a new, empty table in memory, without a stream. */
export const startTestTable = async (): Promise<TestTable> => {
  const database = await startDatabase();
  const dynamodb = new DynamoDBClient({ ...localAws, endpoint: database.endpoint });
  const name = `bookings-${randomUUID()}`;
  await createTable(dynamodb, name, { hasStream: false });
  const client = DynamoDBDocumentClient.from(dynamodb, { marshallOptions: { removeUndefinedValues: true } });
  const measure = recordCosts(client);
  return {
    name,
    client,
    // An instance reads the settings every few seconds: what is measured is a request between two such reads.
    measure: async (work) => {
      await readSettings({ name, client });
      return measure(work);
    },
    stop: async () => {
      dynamodb.destroy();
      await database.stop();
    },
  };
};
