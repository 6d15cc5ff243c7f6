import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DescribeContinuousBackupsCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetEventSourceMappingCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { runChecks } from './handler.ts';
import { probedServices, probes, refusedRoutes } from './probes.ts';

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
const refusedBy = (method: (typeof methods)[number]) =>
  `${method} ${refusedRoutes[method].path.replaceAll(/\{\w+\}/g, 'probe')}`;

const answers = new Map<string, { readonly status: number; readonly text: string }>();
const server = createServer(({ method, url = '' }, response) => {
  const { status, text } = answers.get(`${method} ${url}`) ?? { status: 404, text: '' };
  response.writeHead(status).end(text);
});
const pool = { region: 'eu-west-2', userPoolId: 'pool', userPoolClientId: 'client' };
const configOf = (changes: object) =>
  JSON.stringify({ ...pool, timeZone: 'Europe/London', pictureHosts: [], ...changes });
let cognito = '';
const fetchAlso: typeof fetch = async (input, init) => {
  if (!String(input).startsWith('https://cognito-idp.eu-west-2.amazonaws.com/')) return fetch(input, init);
  expect(JSON.parse(String(init?.body))).toMatchObject({ ClientId: 'client', AuthFlow: 'USER_SRP_AUTH' });
  return new Response(cognito);
};
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
  answers.set('GET /api/classes', { status: 200, text: '{"classes":[]}' });
  answers.set('GET /config.json', { status: 200, text: configOf({}) });
  cognito = '{"ChallengeName":"PASSWORD_VERIFIER"}';
  answers.set('GET /auth', { status: 200, text: '<div id="root"></div>' });
  for (const service of probedServices)
    answers.set(`POST ${probes[service].path}`, { status: 204, text: '' });
  for (const method of methods)
    answers.set(refusedBy(method), { status: 401, text: '{"message":"Unauthorized"}' });
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
      pool,
      feeds: { mailer: 'one', messenger: 'two' },
    },
    { fetch: fetchAlso, lambda: new LambdaClient({}), dynamodb: new DynamoDBClient({}) },
  );
};

it('finds nothing where all is well, also while a feed is being changed', async () => {
  lambda.on(GetEventSourceMappingCommand, { UUID: 'two' }).resolves({ State: 'Updating' });
  await expect(look()).resolves.toBeUndefined();
  expect(logged).not.toHaveBeenCalled();
});

it('makes every check, whatever the others say [OPS-05]', async () => {
  answers.clear();
  backups('DISABLED');
  await expect(look()).rejects.toThrow(
    [
      'listing, login page',
      ...probedServices.map((service) => `function ${service}`),
      ...methods.map((method) => `method ${method}`),
      'token of a stranger, client of the site, point-in-time recovery',
    ].join(', '),
  );
});
