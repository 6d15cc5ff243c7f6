import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DescribeContinuousBackupsCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetEventSourceMappingCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { routes } from '#shared/contract/routes';
import { runChecks } from './handler.ts';

const answers = new Map<string, { readonly status: number; readonly text: string }>();
const server = createServer(({ method, url = '' }, response) => {
  const { status, text } = (method === 'GET' && answers.get(url)) || { status: 404, text: '' };
  response.writeHead(status).end(text);
});
const lambda = mockClient(LambdaClient);
const dynamodb = mockClient(DynamoDBClient);
const logged = vi.spyOn(console, 'error');

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  logged.mockRestore();
});

const backups = (PointInTimeRecoveryStatus: 'ENABLED' | 'DISABLED') =>
  dynamodb.on(DescribeContinuousBackupsCommand, { TableName: 'bookings' }).resolves({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus },
    },
  });

beforeEach(() => {
  answers.clear();
  answers.set('/api/classes', { status: 200, text: '{"classes":[]}' });
  answers.set('/auth', { status: 200, text: '<div id="root"></div>' });
  answers.set(routes.getMyFamily.path, { status: 401, text: '{"message":"Unauthorized"}' });
  lambda.reset();
  lambda.on(GetEventSourceMappingCommand).resolves({ State: 'Enabled' });
  dynamodb.reset();
  backups('ENABLED');
  logged.mockReset();
});

const look = () => {
  const { port } = server.address() as AddressInfo;
  return runChecks(
    {
      siteUrl: `http://127.0.0.1:${port}`,
      tableName: 'bookings',
      feeds: { mailer: 'one', messenger: 'two' },
    },
    { fetch, lambda: new LambdaClient({}), dynamodb: new DynamoDBClient({}) },
  );
};

it('finds nothing where all is well, also while a feed is being changed', async () => {
  lambda.on(GetEventSourceMappingCommand, { UUID: 'two' }).resolves({ State: 'Updating' });
  await expect(look()).resolves.toBeUndefined();
  expect(logged).not.toHaveBeenCalled();
});

it.each<[string, () => unknown]>([
  ['listing', () => answers.set('/api/classes', { status: 503, text: '{"classes":[' })],
  ['listing', () => answers.set('/api/classes', { status: 200, text: '<html>' })],
  ['login page', () => answers.set('/auth', { status: 403, text: '<div id="root">' })],
  ['login page', () => answers.set('/auth', { status: 200, text: '' })],
  ['route for members', () => answers.set(routes.getMyFamily.path, { status: 200, text: '{}' })],
  ['route for members', () => answers.delete(routes.getMyFamily.path)],
  [
    'feed of mailer',
    () => lambda.on(GetEventSourceMappingCommand, { UUID: 'one' }).resolves({ State: 'Disabled' }),
  ],
  [
    'feed of messenger',
    () => lambda.on(GetEventSourceMappingCommand, { UUID: 'two' }).rejects(new Error('Not found')),
  ],
  ['point-in-time recovery', () => backups('DISABLED')],
])('names what fails: the %s', async (check, breakIt) => {
  breakIt();
  await expect(look()).rejects.toThrow(new RegExp(`^${check}$`));
  expect(logged.mock.calls).toEqual([[expect.objectContaining({ event: 'canary.failed', check })]]);
});

it('makes every check, whatever the others say', async () => {
  answers.clear();
  backups('DISABLED');
  await expect(look()).rejects.toThrow('listing, login page, route for members, point-in-time recovery');
});
