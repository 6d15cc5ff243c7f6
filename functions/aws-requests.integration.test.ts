import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { localAws } from '#infra/local/dynamodb';
import { loopback } from '#infra/local/free-port';
import { type SilentProxy, startSilentProxy } from '#infra/testing/services/silent-proxy';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { type RequestLimits, requestLimits } from './aws-requests.ts';
import { connectTable } from './data/table.ts';

const item = { PK: 'A', SK: 'B' };

let engine: TestTable;
let proxy: SilentProxy;
beforeAll(async () => {
  engine = await startTestTable();
  await engine.client.send(new PutCommand({ TableName: engine.name, Item: item }));
  const { hostname, port } = (await engine.client.config.endpoint?.()) ?? {};
  proxy = await startSilentProxy(`http://${hostname}:${port}`);
  vi.stubEnv('AWS_REGION', localAws.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', localAws.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', localAws.credentials.secretAccessKey);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await proxy.stop();
  await engine.stop();
});

const read = async (limits?: RequestLimits): Promise<unknown> => {
  const table = connectTable(engine.name, limits);
  try {
    return (await table.client.send(new GetCommand({ TableName: table.name, Key: item }))).Item;
  } finally {
    table.client.destroy();
  }
};

describe('where requests are swallowed', () => {
  it('a read is tried again, and is answered once the table answers', { tags: 'exhaustive' }, async () => {
    proxy.swallow();
    const reading = read();
    setTimeout(proxy.answer, 1_000);
    const startedAt = performance.now();
    expect(await reading).toEqual(item);
    expect(performance.now() - startedAt).toBeLessThan(2 * requestLimits.answering.socketTimeout + 1_000);
  });

  it('a read fails after its attempts', async () => {
    proxy.swallow();
    const limits = { connectionTimeout: 500, socketTimeout: 200, maxAttempts: 3 };
    await expect(read(limits)).rejects.toMatchObject({ name: 'TimeoutError', $metadata: { attempts: 3 } });
  });
});

it('keeps requests back that would wait for a connection', async () => {
  // 300 requests over 50 connections take six turns, and the last turn begins after the limit for a connection.
  const slow = createServer((_, response) => {
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}'),
      100,
    );
  }).listen(0, loopback);
  await once(slow, 'listening');
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port } = slow.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://${loopback}:${port}`);
  const limits = { connectionTimeout: 300, socketTimeout: 2_000, maxAttempts: 1 };
  const { client } = connectTable('any', limits);
  const reads = Array.from({ length: 300 }, () =>
    client.send(new GetCommand({ TableName: 'any', Key: item })),
  );
  expect(await Promise.all(reads)).toHaveLength(300);
  client.destroy();
  slow.closeAllConnections();
  slow.close();
});
