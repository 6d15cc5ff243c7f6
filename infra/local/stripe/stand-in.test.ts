import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStripePages } from './page.ts';
import { createStripeStandIn, type Delivery, type deliveries } from './stand-in.ts';

const now = new Date('2026-01-05T10:00:00Z');

const sessionForm = {
  ...{
    mode: 'payment',
    client_reference_id: 'cpm_1',
    success_url: 'https://s.example/',
    cancel_url: 'https://c.example/',
  },
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '13500',
  'line_items[0][price_data][product_data][name]': 'School, F-7K2M9',
  'metadata[payment]': 'cpm_1',
  'payment_intent_data[metadata][payment]': 'cpm_1',
  expires_at: String(now.getTime() / 1_000 + 1_860),
};

const started = () => {
  const events: string[] = [];
  const paused: number[] = [];
  const stripe = createStripeStandIn({
    clock: () => now,
    pageOf: (session) => `https://pay.example/${session}`,
    send: async (_, payload) => {
      events.push(JSON.parse(payload).type);
      return 204;
    },
    wait: async (ms) => void paused.push(ms),
  });
  const call = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
    stripe.api.request(path, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: 'Bearer sk_test_1', ...headers },
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
  const session = async (changes: Record<string, string> = {}, headers = {}) =>
    call('/v1/checkout/sessions', { ...sessionForm, ...changes }, headers);
  return { stripe, events, paused, call, session };
};

describe('the page [CRD-08]', () => {
  const paid = async (by: string, delivery: Delivery = 'usual') => {
    const { stripe, session, call, events, paused } = started();
    await call('/v1/webhook_endpoints', { url: 'https://school.example/api/card-events' });
    const { id } = await (await session()).json();
    const form = new URLSearchParams({ by, delivery }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await createStripePages(stripe).request(`/pay/${id}`, {
      method: 'POST',
      headers,
      body: form,
    });
    await new Promise((resolve) => setImmediate(resolve));
    return { stripe, id, answer, events, paused };
  };

  it.each([
    ['card', 'paid', 'succeeded', ['charge.succeeded']],
    ['us_bank_account', 'unpaid', 'processing', []],
  ])('is paid by %s', async (by, payment_status, status, before) => {
    const { stripe, id, answer, events } = await paid(by);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://s.example/']);
    expect(stripe.state.sessions[id]).toMatchObject({ status: 'complete', payment_status });
    expect(Object.values(stripe.state.intents)).toEqual([
      expect.objectContaining({ status, amount: 13_500 }),
    ]);
    expect(events).toEqual([...before, 'checkout.session.completed']);
  });

  it('stays where the card is declined', async () => {
    const { stripe, id, events, answer } = await paid('declined');
    expect(answer.headers.get('location')).toContain(`/pay/${id}?declined`);
    expect([stripe.state.sessions[id]?.status, events]).toEqual(['open', []]);
  });

  it.each([
    ['usual', 1, []],
    ['twice', 2, []],
    ['after a minute', 1, [60_000]],
    ['before the answer', 1, []],
    ['never', 0, []],
  ] as const satisfies readonly (readonly [(typeof deliveries)[number], number, readonly number[]])[])(
    'has its event %s',
    async (delivery, count, pauses) => {
      const { events, paused } = await paid('us_bank_account', delivery);
      expect([events.length, paused]).toEqual([count, pauses]);
    },
  );
});

/** A field of an object, as the library's types declare it: they are generated from Stripe's OpenAPI description. */
interface Declared {
  readonly isOptional: boolean;
  readonly types: readonly string[];
}

const declarations = join(import.meta.dirname, '../../../node_modules/stripe/esm/resources');

/** The fields that a file of the library declares for an interface, with names of texts replaced by these texts. */
const fieldsOf = (file: string, name: string): Map<string, Declared> => {
  const text = readFileSync(join(declarations, `${file}.d.ts`), 'utf8');
  const [, body = ''] = new RegExp(`^export interface ${name} \\{$(.*?)^\\}$`, 'ms').exec(text) ?? [];
  const namesOf = (type: string): string[] => {
    const [, alias] = /^\w+\.(\w+)$/.exec(type) ?? [];
    const [, texts] = new RegExp(`^ {4}type ${alias} = (.*);$`, 'm').exec(text) ?? [];
    return texts ? texts.split(' | ') : [type];
  };
  const fields = body.matchAll(/^ {4}(\w+)(\?)?: ([^;]+);$/gm);
  return new Map(
    [...fields].map(([, field = '', optional, type = '']) => [
      field,
      { isOptional: optional === '?', types: type.split(' | ').flatMap(namesOf) },
    ]),
  );
};

const plain: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean' };

/** Whether a value is of one of the types; of an object only that it is one. */
const isOf = ({ types }: Declared, value: unknown): boolean =>
  types.some((type) => {
    if (type === 'null') return value === null;
    if (type.startsWith("'")) return `'${value}'` === type;
    if (plain[type]) return typeof value === plain[type];
    return type !== 'OtherString' && typeof value === 'object' && value !== null;
  });

const interfaces: Readonly<Record<string, readonly [file: string, name: string]>> = {
  'checkout.session': ['Checkout/Sessions', 'Session'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  charge: ['Charges', 'Charge'],
  refund: ['Refunds', 'Refund'],
  dispute: ['Disputes', 'Dispute'],
  event: ['Events', 'EventBase'],
  webhook_endpoint: ['WebhookEndpoints', 'WebhookEndpoint'],
  balance: ['Balance', 'Balance'],
  account: ['Accounts', 'Account'],
};

it('answers and tells events in the shapes of Stripe’s description, after everything that can happen [CRD-08]', async () => {
  const said: unknown[] = [];
  const stripe = createStripeStandIn({
    ...{ clock: () => now, pageOf: (session) => `https://pay.example/${session}`, wait: async () => {} },
    send: async (_, payload) => {
      said.push(JSON.parse(payload));
      return 204;
    },
  });
  const ask = async (path: string, form?: Record<string, string>): Promise<{ id: string }> => {
    const answer = await stripe.api.request(path, {
      ...{ method: form ? 'POST' : 'GET', headers: { authorization: 'Bearer sk_test_1' } },
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    const value = await answer.json();
    said.push(...(value.object === 'list' ? value.data : [value]));
    return value;
  };
  await ask('/v1/webhook_endpoints', { url: 'https://s.example/', 'enabled_events[0]': '*' });
  const pages = [];
  for (let page = 0; page < 4; page += 1) pages.push((await ask('/v1/checkout/sessions', sessionForm)).id);
  const [card = '', good = '', bad = '', left = ''] = pages;
  const { intent } = stripe.pay(card, 'card');
  stripe.settle(stripe.pay(good, 'us_bank_account').intent, true);
  stripe.settle(stripe.pay(bad, 'us_bank_account').intent, false);
  stripe.expire(left);
  const { id } = await ask('/v1/refunds', { payment_intent: intent, amount: '500' });
  stripe.failRefund(id);
  stripe.closeDispute(stripe.dispute(intent).dispute.id, 'won');
  stripe.closeDispute(stripe.dispute(intent).dispute.id, 'lost');
  for (const list of ['checkout/sessions', 'payment_intents', 'refunds', 'disputes', 'webhook_endpoints'])
    await ask(`/v1/${list}?limit=100`);
  await ask(`/v1/payment_intents/${intent}?expand[0]=latest_charge`);
  for (const path of ['balance', 'account']) await ask(`/v1/${path}`);
  const seen = new Set<string>();
  const check = (value: unknown): void => {
    const object: Record<string, unknown> = Object(value);
    const kind = String(object.object);
    seen.add(kind);
    const [file, name] = interfaces[kind] ?? expect.unreachable(kind);
    const declared = fieldsOf(file, name);
    expect(declared.size, kind).toBeGreaterThan(3);
    for (const [field, { isOptional }] of declared)
      expect([kind, field, isOptional || field in object]).toEqual([kind, field, true]);
    for (const [field, one] of Object.entries(object)) {
      const known = declared.get(field);
      expect([kind, field, one, known && isOf(known, one)]).toEqual([kind, field, one, true]);
    }
    if (kind === 'event') check(Object(object.data).object);
  };
  for (const one of said) check(one);
  expect([...seen].toSorted()).toEqual(Object.keys(interfaces).toSorted());
});
