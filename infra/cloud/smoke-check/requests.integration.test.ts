import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { FunctionName } from '#functions/functions';
import { lambdaContext } from '#infra/local/api-gateway/api-gateway';
import { putClass } from '#infra/local/seed/put';
import { sampleClass } from '#infra/testing/samples/samples';
import { captureLog } from '#infra/testing/services/system';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { smokeRequests } from './handler.ts';

captureLog();
let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
  await putClass(table, sampleClass());
  const endpoint = (await table.client.config.endpoint?.()) ?? expect.fail('the test table has an endpoint');
  const variables = {
    AWS_REGION: 'eu-west-2',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: `${endpoint.protocol}//${endpoint.hostname}:${endpoint.port}`,
    TABLE_NAME: table.name,
    BUSINESS_TIME_ZONE: 'Europe/London',
    PICTURE_HOSTS: '[]',
    SITE_URL: 'https://club.example',
    MAIL_FROM: 'hello@club.example',
    MAILS_PER_SECOND: '11',
    USER_POOL_ID: 'eu-west-2_pool',
    USER_POOL_CLIENT_ID: 'client',
    SECOND_FACTOR_ROLES: '["admin"]',
    ORIGIN_KEY: 'known-to-the-distribution',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  // Handlers read the environment when they are loaded.
  vi.resetModules();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

const items = async () =>
  (await table.client.send(new ScanCommand({ TableName: table.name, ConsistentRead: true }))).Items;

it.each<[FunctionName, unknown]>([
  ['catalogue', { statusCode: 200, body: expect.stringContaining('"classes":[{') }],
  ['account', { statusCode: 200, body: expect.stringContaining('"success":false') }],
  ['family', { statusCode: 401, body: expect.stringContaining('notAuthenticated') }],
  ['admin', { statusCode: 200, body: expect.stringContaining('"classes":[{') }],
  ['links', { statusCode: 400, body: expect.stringContaining('newsletterLinkInvalid') }],
  ['mailer', { batchItemFailures: [] }],
  ['messenger', { batchItemFailures: [] }],
  ['timer', undefined],
  ['bounces', undefined],
  ['pretoken', { userName: expect.any(String) }],
])('the request for %s reaches the table and changes nothing', async (name, answer) => {
  const before = await items();
  const { handler } = await import(`../../../functions/entries/${name}.ts`);
  const answered = await handler(smokeRequests(new Date())[name], lambdaContext(name));
  if (answer === undefined) expect(answered).toBeUndefined();
  else expect(answered).toMatchObject(Object(answer));
  expect(await items()).toEqual(before);
});
