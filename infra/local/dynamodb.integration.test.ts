import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { tableSchema } from '#functions/lib/dynamo/items';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { createTable, localAws, startDatabase } from './dynamodb.ts';

const connect = (endpoint: string) => new DynamoDBClient({ ...localAws, endpoint });

it('creates the table with both indexes, lifetime and a stream of both images', async () => {
  const database = await startDatabase();
  onTestFinished(database.stop);
  const client = connect(database.endpoint);
  await createTable(client, 'bookings');

  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'bookings' }));
  const { TimeToLiveDescription } = await client.send(
    new DescribeTimeToLiveCommand({ TableName: 'bookings' }),
  );

  expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName, Projection }) => [IndexName, Projection])).toEqual(
    tableSchema.indexes.map(({ name }) => [name, { ProjectionType: 'ALL' }]),
  );
  expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  expect(TimeToLiveDescription).toEqual({
    AttributeName: tableSchema.timeToLiveAttribute,
    TimeToLiveStatus: 'ENABLED',
  });
});

it('adds an index to the file with which the engine finds the last stream record without a search', async () => {
  const dataDir = await tempDir();
  const database = await startDatabase({ dataDir });
  onTestFinished(database.stop);
  const file = new DatabaseSync(join(dataDir, 'dynamodb.sqlite'), { readOnly: true });
  onTestFinished(() => file.close());
  // The query with which the engine numbers a new record (dynoxide 1.2.1, src/storage.rs).
  const query =
    'SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1';
  expect(file.prepare(`EXPLAIN QUERY PLAN ${query}`).all('bookings')).toMatchObject([
    { detail: 'SEARCH _stream_records USING COVERING INDEX stream_sequence (table_name=?)' },
  ]);
});
