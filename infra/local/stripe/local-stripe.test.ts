import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { createStripeClient } from '#functions/cards/stripe';
import { startHttpServer } from '../http-server.ts';
import { openLocalStripe } from './local-stripe.ts';

const started = async (folder: string) => {
  // The SDK adds a slash to an endpoint's path.
  const app = new Hono({ strict: false });
  const server = await startHttpServer(getRequestListener(app.fetch), 0);
  onTestFinished(() => server.close());
  const url = `http://localhost:${server.port}`;
  const { api, pages, secrets } = await openLocalStripe({ folder, clock: () => new Date(), url });
  app.route('/_local/stripe', pages).route('/_local/secrets', secrets).route('/', api);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sdk = new SecretsManagerClient({
    region: 'eu-west-2',
    endpoint: `${url}/_local/secrets`,
    credentials,
  });
  return { url, sdk, client: createStripeClient('sk_test_local', url) };
};

it('serves secrets to the SDK and payments to the library, and has both after a restart [CRD-08]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await started(folder);
  const read = async ({ sdk }: typeof first) =>
    (await sdk.send(new GetSecretValueCommand({ SecretId: 'Key' }))).SecretString;
  expect(await read(first)).toBe('{}');
  await first.sdk.send(
    new PutSecretValueCommand({ SecretId: 'Key', SecretString: '{"key":"sk_test_local"}' }),
  );
  const { id } = await first.client.webhookEndpoints.create({
    url: 'https://s.example/',
    enabled_events: ['*'],
  });
  expect((await first.client.accounts.retrieveCurrent()).id).toBe('acct_local');
  // Written, at the latest, once a later change is.
  await expect
    .poll(async () => (await (await started(folder)).client.webhookEndpoints.list()).data[0]?.id)
    .toBe(id);
  expect(await read(await started(folder))).toBe('{"key":"sk_test_local"}');
  expect(await (await fetch(`${first.url}/_local/stripe`)).text()).toContain(
    'npm run admin -- cards connect',
  );
});
