import { describe, expect, it } from 'vitest';
import { createStripePages } from './page.ts';
import { createStripeStandIn, type Delivery, type deliveries } from './stand-in.ts';

const now = new Date('2026-01-05T10:00:00Z');

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
    call(
      '/v1/checkout/sessions',
      {
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
        ...changes,
      },
      headers,
    );
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
