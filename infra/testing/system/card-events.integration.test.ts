import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardEventSecretsSchema } from '#functions/cards/stripe';
import { newCardPaymentId } from '#functions/lib/ids';
import { createSecretReader } from '#functions/lib/secrets';
import { resourceNames } from '#infra/local/addresses';
import { cardEventRoutes, eventBodyBytes } from '#shared/cards/routes';
import { codeOfRefusal } from '../attack/answers.ts';
import { snapshotOf, startAttackStack } from '../attack/attack-stack.ts';
import { captureLog } from '../services/system.ts';
import { request, type TestStack } from '../stack/test-stack.ts';

const lines = captureLog();
let stack: TestStack;
let secret = '';
beforeAll(async () => {
  stack = await startAttackStack({ throttled: true });
  const stored = await createSecretReader(resourceNames.cardEventsSecret, cardEventSecretsSchema).read();
  secret = stored?.secrets[0] ?? '';
});
afterAll(() => stack.stop());

/** What the product never reads of an event, and no log may have. */
const personal = 'robin.walker@example.com';

const eventOf = (changes: object = {}) =>
  JSON.stringify({
    ...{ id: 'evt_1', object: 'event', type: 'checkout.session.completed', livemode: false, created: 1 },
    data: {
      object: {
        ...{ object: 'checkout.session', id: 'cs_test_1', currency: 'usd', amount_total: 13_500 },
        ...{ payment_intent: 'pi_1', payment_status: 'paid', customer_details: { email: personal } },
        client_reference_id: newCardPaymentId(new Date()),
      },
    },
    ...changes,
  });

const sign = (payload: string, { by = secret, age = 0 } = {}) =>
  Stripe.webhooks.generateTestHeaderString({
    ...{ payload, secret: by },
    timestamp: Math.floor(Date.now() / 1_000) - age,
  });

const send = (body: string | undefined, signature?: string) =>
  request(stack.url + cardEventRoutes.receiveCardEvent.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    ...(body !== undefined && { body }),
  });

const signed = (body: string) => [body, sign(body)] as const;

const refusals: Record<string, () => readonly [body: string | undefined, signature?: string]> = {
  'signed by the secret of another account': () => [eventOf(), sign(eventOf(), { by: 'whsec_other' })],
  'sent again after the tolerance': () => {
    const body = eventOf();
    return [body, sign(body, { age: 301 })];
  },
  'of the other mode': () => signed(eventOf({ livemode: true })),
  'of an account that is connected with the school’s': () => signed(eventOf({ account: 'acct_other' })),
  'with a signature of another body': () => [eventOf({ created: 2 }), sign(eventOf())],
  'without a signature': () => [eventOf()],
  'with a signature that is none': () => [eventOf(), personal],
  'without a body': () => [undefined, sign('')],
  'that is not JSON': () => signed(`{ "email": ${personal}`),
  'that is no event': () => signed(JSON.stringify([personal])),
};

const checkNothingOf = async (before: readonly string[]): Promise<void> => {
  expect(await snapshotOf(stack)).toEqual(before);
  const logged = lines.join();
  for (const text of [personal, 'checkout.session', 'cs_test_1', 'whsec_'])
    expect(logged).not.toContain(text);
};

it.each(Object.entries(refusals))(
  'an event %s is refused, and nothing of it is stored or logged [CRD-02] [CRD-07]',
  async (_, ask) => {
    const before = await snapshotOf(stack);
    expect(codeOfRefusal(await send(...ask()))).toBe('cardEventRefused');
    await checkNothingOf(before);
    expect(lines.join()).toContain('card-event.refused');
  },
);

it.each([
  ['above the limit of the route', eventBodyBytes],
  ['above the limit of the gateway', 10 * 1024 * 1024],
])('an event of a size %s is refused before its signature is read [CRD-02]', async (_, bytes) => {
  const before = await snapshotOf(stack);
  expect(codeOfRefusal(await send(...signed(eventOf({ padding: 'x'.repeat(bytes) }))))).toBe(
    'payloadTooLarge',
  );
  await checkNothingOf(before);
});

it('a signed event arrives, also with the longest evidence of a dispute, and one of nobody is set aside [CRD-02] [CRD-08]', async () => {
  const evidence = 'x'.repeat(150_000);
  expect((await send(...signed(eventOf({ evidence })))).status).toBe(204);
  expect((await snapshotOf(stack)).join()).toContain('"why":"unknown"');
  expect(lines.join()).not.toContain(personal);
});

it('a flood is refused by the gateway, and stores nothing [CRD-02]', async () => {
  const before = await snapshotOf(stack);
  const statuses = await Promise.all(Array.from({ length: 500 }, async () => (await send('{}')).status));
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  await checkNothingOf(before);
});
