import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loopback } from '#infra/local/addresses';
import { localAws } from '#infra/local/dynamodb';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { type SilentProxy, startSilentProxy } from '#infra/tools/soak/fault-proxy';
import type { RequestLimits } from './aws-requests.ts';
import { connectTable } from './table.ts';

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
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.endpoint);
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
  const limits = { connectionTimeout: 500, socketTimeout: 20, maxAttempts: 3 };

  it('a read is tried again, and is answered once the table answers', async () => {
    const swallowed = proxy.swallow();
    const reading = read(limits);
    await swallowed;
    proxy.answer();
    expect(await reading).toEqual(item);
  });

  it('a read fails after its attempts', async () => {
    void proxy.swallow();
    await expect(read(limits)).rejects.toMatchObject({ name: 'TimeoutError', $metadata: { attempts: 3 } });
  });
});

it('keeps requests back that would wait for a connection', async () => {
  let [atOnce, most] = [0, 0];
  const slow = createServer((_, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    setTimeout(() => {
      atOnce -= 1;
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    }, 100);
  }).listen(0, loopback);
  await once(slow, 'listening');
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port } = slow.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://${loopback}:${port}`);
  const { client } = connectTable('any');
  const reads = Array.from({ length: 120 }, () =>
    client.send(new GetCommand({ TableName: 'any', Key: item })),
  );
  expect(await Promise.all(reads)).toHaveLength(120);
  // A client has 50 connections.
  expect(most).toBeLessThan(50);
  expect(most).toBeGreaterThan(20);
  client.destroy();
  slow.closeAllConnections();
  slow.close();
});
