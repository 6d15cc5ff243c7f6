import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { expect, it, onTestFinished, vi } from 'vitest';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { mailerStreamSettings } from '#infra/cloud/service-settings';
import { patiently } from '#infra/testing/runner/slowness';
import { tempDir } from '../../testing/stack/temp-dir.ts';
import { createTable, localAws, startDatabase } from '../dynamodb.ts';
import { openDeadLetters } from './deliver-batch.ts';
import { type StreamHandler, skipStream, startStreamPump } from './stream-pump.ts';

const tableName = 'bookings';

/** A table with a stream, and a handler that records the items that it gets. */
const setUp = async () => {
  const dataDir = await tempDir();
  const database = await startDatabase();
  onTestFinished(database.stop);
  const client = new DynamoDBClient({ ...localAws, endpoint: database.endpoint });
  onTestFinished(() => client.destroy());
  await createTable(client, tableName);
  const seen: string[] = [];
  const note: StreamHandler = async ({ Records }: DynamoDBStreamEvent) => {
    seen.push(...Records.map((record) => record.dynamodb?.NewImage?.SK?.S ?? ''));
    return { batchItemFailures: [] };
  };
  const stream = { endpoint: database.endpoint, tableName, dataDir };
  const put = (name: string, entity: string = mailerStreamSettings.filter.entities[0]) =>
    client.send(
      new PutItemCommand({
        TableName: tableName,
        Item: { PK: { S: 'SLOT' }, SK: { S: name }, [entityAttribute]: { S: entity } },
      }),
    );
  const deadLetters = await openDeadLetters(dataDir);
  const start = async (handler: StreamHandler = note) => {
    const pump = await startStreamPump({
      ...stream,
      name: 'mailer',
      settings: mailerStreamSettings,
      deadLetters,
      handler: async () => handler,
      firstRetryAfterMs: 1,
    });
    onTestFinished(pump.stop);
    return pump;
  };
  return { dataDir, deadLetters, note, put, seen, start, stream };
};

it("delivers only new bookings, in their order, in Lambda's format", async () => {
  const { put, start } = await setUp();
  const events: DynamoDBStreamEvent[] = [];
  await start(async (event) => {
    events.push(event);
    return undefined;
  });
  const before = Math.floor(Date.now() / 1_000);
  await put('profile', 'profile');
  await put('one');
  await put('one');
  await put('two');

  await vi.waitFor(() => expect(events.flatMap(({ Records }) => Records)).toHaveLength(2), patiently);
  const [first, second] = events.flatMap(({ Records }) => Records);
  expect(first).toMatchObject({
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    eventSourceARN: expect.stringContaining(`table/${tableName}/stream/`),
    dynamodb: { NewImage: { SK: { S: 'one' } }, SequenceNumber: expect.any(String) },
  });
  expect(first?.dynamodb?.ApproximateCreationDateTime).toBeGreaterThanOrEqual(before);
  expect(first?.dynamodb?.ApproximateCreationDateTime).toBeLessThanOrEqual(Date.now() / 1_000);
  expect(second?.dynamodb?.NewImage?.SK?.S).toBe('two');
});

it('delivers unsettled records again after a restart', async () => {
  const { note, put, seen, start } = await setUp();
  let calls = 0;
  const failing = await start(async () => {
    calls += 1;
    throw new Error('no mail today');
  });
  await put('booking');
  await vi.waitFor(() => expect(calls).toBeGreaterThan(0), patiently);
  await failing.stop();

  await start(note);
  await vi.waitFor(() => expect(seen).toEqual(['booking']), patiently);
});

it('parks a record that keeps failing, and continues with the next', async () => {
  const { dataDir, deadLetters, note, put, seen, start } = await setUp();
  let attempts = 0;
  await start(async (event, context) => {
    if (event.Records.some((record) => record.dynamodb?.NewImage?.SK?.S === 'poison')) {
      if (event.Records.length === 1) attempts += 1;
      throw new Error('poison');
    }
    return note(event, context);
  });
  await put('poison');
  await put('good');

  await vi.waitFor(() => expect(seen).toEqual(['good']), patiently);
  expect(attempts).toBe(1 + mailerStreamSettings.retryAttempts);
  expect(deadLetters.list()).toMatchObject([
    { requestContext: { condition: 'RetryAttemptsExhausted' }, DDBStreamBatchInfo: { batchSize: 1 } },
  ]);
  expect((await openDeadLetters(dataDir)).list()).toEqual(deadLetters.list());
});

it('skips the records that are in the stream, also where the position is damaged later [STA-03]', async () => {
  const { dataDir, put, seen, start, stream } = await setUp();
  await put('old');
  await skipStream(stream);
  await put('new');
  const pump = await start();
  await vi.waitFor(() => expect(seen).toEqual(['new']), patiently);
  await pump.stop();

  vi.spyOn(console, 'error').mockReturnValue();
  await truncate(join(dataDir, 'position.json'), 10);
  await put('later');
  await start();
  await vi.waitFor(() => expect(seen).toEqual(['new', 'new', 'later']), patiently);
});
