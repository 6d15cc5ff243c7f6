import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCardConnection, storeCardConnection } from '#functions/cards/connection';
import { createStripeClient } from '#functions/cards/stripe';
import { newCardPaymentId } from '#functions/lib/ids';
import { sampleNow } from '#infra/testing/samples/samples';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { startHttpServer } from '../../local/http-server.ts';
import { openLocalStripe } from '../../local/stripe/local-stripe.ts';
import { runOnCards } from './cards.ts';

let table: TestTable;
let server: Awaited<ReturnType<typeof startHttpServer>>;
let url = '';
let folder = '';
beforeAll(async () => {
  table = await startTestTable();
  folder = await mkdtemp(join(tmpdir(), 'cards-'));
  // The SDK adds a slash to an endpoint's path.
  const app = new Hono({ strict: false });
  server = await startHttpServer(getRequestListener(app.fetch), 0);
  url = `http://localhost:${server.port}`;
  const { api, secrets } = await openLocalStripe({ folder, clock: () => sampleNow, url });
  app.route('/', api).route('/secrets', secrets);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `${url}/secrets`,
    ...{ AWS_REGION: 'eu-west-2', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
  });
});
afterAll(async () => {
  await server.close();
  await table.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => storeCardConnection(table, undefined));

const siteUrl = 'https://school.example';

const run = (word: string, key = 'sk_test_local', stage?: string) =>
  runOnCards([word], {
    ...{ table, clock: () => sampleNow, siteUrl, stripeApi: url, stage },
    cardSecrets: { key: 'Key', events: 'EventSecrets' },
    askHidden: async () => key,
    confirm: async () => true,
  });

const secretOf = async (id: string): Promise<unknown> => {
  const answer = await fetch(`${url}/secrets`, { method: 'POST', body: JSON.stringify({ SecretId: id }) });
  return JSON.parse(Object(await answer.json()).SecretString);
};

describe('an account at Stripe [CRD-06]', () => {
  it('is connected, rotated with two valid secrets, described and disconnected, and no key is printed', async () => {
    const said = [await run('connect')];
    expect(await getCardConnection(table)).toMatchObject({ mode: 'test', account: 'acct_local' });
    expect(await secretOf('Key')).toMatchObject({ key: 'sk_test_local', mode: 'test' });
    const before = Object(await secretOf('EventSecrets')).secrets;
    expect(before).toHaveLength(1);
    said.push(await run('rotate', 'sk_test_second'), await run('status'));
    const after = Object(await secretOf('EventSecrets')).secrets;
    expect(after).toHaveLength(2);
    expect(after[1]).toBe(before[0]);
    expect(said[2]).toContain('The key works. Endpoints: enabled.');
    said.push(await run('disconnect'));
    expect([await secretOf('Key'), await secretOf('EventSecrets')]).toEqual([{}, {}]);
    expect(await getCardConnection(table)).toBeUndefined();
    expect(said.join()).not.toMatch(/sk_test|whsec/);
  });

  it('ends the pages on which a family could still pay where it is disconnected [CRD-03]', async () => {
    await run('connect');
    const client = createStripeClient('sk_test_local', url);
    const open = async (success_url: string) =>
      client.checkout.sessions.create({
        ...{ mode: 'payment', client_reference_id: newCardPaymentId(sampleNow), success_url },
        line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Class' } } }],
        expires_at: sampleNow.getTime() / 1_000 + 3_600,
      });
    // Another stage can have the same account.
    const opened = [await open(`${siteUrl}/parent`), await open(`${siteUrl}.test/parent`)];
    await run('disconnect');
    const now = await Promise.all(opened.map(({ id }) => client.checkout.sessions.retrieve(id)));
    expect(now.map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  it.each([
    ['that Stripe refuses', 'sk_test_revoked', undefined],
    ['that is none', 'pk_test_public', undefined],
    ['of test mode in prod [CRD-07]', 'sk_test_local', 'prod'],
    ['of live mode elsewhere [CRD-07]', 'sk_live_real', 'dev'],
  ])('is not connected by a key %s', async (_, key, stage) => {
    await expect(run('connect', key, stage)).rejects.toThrow();
    expect(await getCardConnection(table)).toBeUndefined();
  });
});
