import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import Stripe from 'stripe';
import { newCharge, newDispute, newIntent, newRefund, newSession } from './objects.ts';

/** How the event of a payment is delivered: the corner of the tester chooses. */
export const deliveries = ['usual', 'twice', 'after a minute', 'before the answer', 'never'] as const;
export type Delivery = (typeof deliveries)[number];

interface WebhookEndpoint {
  readonly endpoint: Stripe.WebhookEndpoint;
  readonly secret: string;
}

/** All that the stand-in knows, as JSON. */
export interface StripeState {
  sessions: Record<string, Stripe.Checkout.Session>;
  /** What each session is for, and its payment's description. */
  descriptions: Record<
    string,
    { name: string; description: string | null; metadata: Record<string, string> }
  >;
  intents: Record<string, Stripe.PaymentIntent>;
  charges: Record<string, Stripe.Charge>;
  refunds: Record<string, Stripe.Refund>;
  disputes: Record<string, Stripe.Dispute>;
  endpoints: Record<string, WebhookEndpoint>;
  /** Answers by idempotency key, with what was asked. */
  answers: Record<string, { asked: string; answer: unknown }>;
}

export const emptyState = (): StripeState => ({
  ...{ sessions: {}, descriptions: {}, intents: {}, charges: {}, refunds: {}, disputes: {}, endpoints: {} },
  answers: {},
});

export interface StandInOptions {
  readonly state?: StripeState;
  readonly clock: () => Date;
  /** Where the page of a session is shown. */
  readonly pageOf: (session: string) => string;
  /** Sends an event to an endpoint, and resolves to the status of its answer. */
  readonly send: (url: string, payload: string, signature: string) => Promise<number>;
  /** Called after each change. */
  readonly onChange?: () => void;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Makes an object of a form's fields: `line_items[0][price_data][currency]=usd`. */
const readForm = (text: string): Record<string, unknown> => {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\[|\]\[|\]/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    let at: Record<string, unknown> = root;
    for (const part of path) {
      at[part] ??= {};
      // Only this loop stores values between, which are objects.
      at = at[part] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return root;
};

const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(Object(value)).map(([name, text]) => [name, String(text)]));

class StripeRefusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  constructor(status: number, type: string, message: string, code?: string) {
    super(message);
    this.status = status;
    this.body = { error: { type, message, ...(code && { code }) } };
  }
}

const invalid = (message: string, code?: string) =>
  new StripeRefusal(400, 'invalid_request_error', message, code);
const missing = (id: string) =>
  new StripeRefusal(404, 'invalid_request_error', `No such object: '${id}'`, 'resource_missing');

const minuteMs = 60_000;
/** Stripe tries for three days; here a few times. */
const retriesMs = [1_000, 5_000, 30_000, minuteMs] as const;
const smallest = 50;
const daySeconds = 24 * 3_600;

/**
 * Stands for the few calls of Stripe's API and the acts of its page and dashboard, in test mode. The official library talks to it,
 * and makes its signatures.
 */
export const createStripeStandIn = ({
  state = emptyState(),
  clock,
  pageOf,
  send,
  onChange = () => {},
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
}: StandInOptions) => {
  const seconds = (): number => Math.floor(clock().getTime() / 1_000);
  const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const get = <Value>(objects: Readonly<Record<string, Value>>, id: unknown): Value => {
    const found = objects[String(id)];
    if (found === undefined) throw missing(String(id));
    return found;
  };

  const deliverTo = async ({ endpoint, secret }: WebhookEndpoint, payload: string): Promise<void> => {
    for (const pause of [0, ...retriesMs]) {
      if (pause > 0) await wait(pause);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds() });
      const status = await send(endpoint.url, payload, signature).catch(() => 503);
      if (status >= 200 && status < 300) return;
    }
  };

  /** Sends an event to all endpoints. @returns its JSON, which can be sent again */
  const emit = (
    type: Stripe.Event.Type,
    object: object,
    delivery: Delivery = 'usual',
    after?: Promise<void>,
  ) => {
    const payload = JSON.stringify({
      ...{ id: newId('evt'), object: 'event', api_version: Stripe.API_VERSION, created: seconds(), type },
      ...{
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      },
    });
    const deliver = async (): Promise<void> => {
      await Promise.all(Object.values(state.endpoints).map((endpoint) => deliverTo(endpoint, payload)));
    };
    const run = async (): Promise<void> => {
      if (delivery === 'never') return;
      if (delivery === 'after a minute') await wait(minuteMs);
      await after;
      await (delivery === 'twice' ? Promise.all([deliver(), deliver()]) : deliver());
    };
    onChange();
    return { payload, delivered: run() };
  };

  const openSession = (id: string): Stripe.Checkout.Session => {
    const session = get(state.sessions, id);
    if (session.status === 'open' && session.expires_at <= seconds()) expire(id);
    return get(state.sessions, id);
  };

  const expire = (id: string) => {
    const session = get(state.sessions, id);
    if (session.status !== 'open') throw invalid('Only open sessions can be expired');
    Object.assign(session, { status: 'expired', url: null });
    return emit('checkout.session.expired', session);
  };

  /** Somebody pays on the page: at once by card, or by a debit that settles later. */
  const pay = (id: string, by: 'card' | 'us_bank_account', delivery: Delivery = 'usual') => {
    const session = openSession(id);
    if (session.status !== 'open') throw invalid('This page has ended');
    const { amount_total, currency } = session;
    const [amount, money] = [amount_total ?? 0, currency ?? ''];
    const { description, metadata } = get(state.descriptions, id);
    const [intent, charge] = [newId('pi'), newId('ch')];
    const isPaid = by === 'card';
    const common = { amount, currency: money, created: seconds(), metadata };
    const chargeStatus = isPaid ? 'succeeded' : 'pending';
    state.charges[charge] = newCharge({
      ...common,
      ...{ id: charge, payment_intent: intent, by, status: chargeStatus },
    });
    const status = isPaid ? 'succeeded' : 'processing';
    state.intents[intent] = newIntent({ ...common, id: intent, latest_charge: charge, description, status });
    Object.assign(session, { status: 'complete', payment_intent: intent, url: null });
    Object.assign(session, { payment_status: isPaid ? 'paid' : 'unpaid', payment_method_types: [by] });
    // Stripe usually tells of the charge first.
    const charged = isPaid
      ? emit('charge.succeeded', get(state.charges, charge), delivery).delivered
      : undefined;
    return { intent, ...emit('checkout.session.completed', session, delivery, charged) };
  };

  const sessionOf = (intent: string): Stripe.Checkout.Session => {
    const session = Object.values(state.sessions).find(({ payment_intent }) => payment_intent === intent);
    if (!session) throw missing(intent);
    return session;
  };

  const chargeOf = (intent: string): Stripe.Charge =>
    get(state.charges, get(state.intents, intent).latest_charge);

  /** The bank carries out a debit, or does not. */
  const settle = (intent: string, isPaid: boolean, delivery: Delivery = 'usual') => {
    const payment = get(state.intents, intent);
    if (payment.status !== 'processing') throw invalid('This payment is settled');
    const session = sessionOf(intent);
    Object.assign(payment, {
      status: isPaid ? 'succeeded' : 'requires_payment_method',
      amount_received: isPaid ? payment.amount : 0,
    });
    Object.assign(chargeOf(intent), { status: isPaid ? 'succeeded' : 'failed', paid: isPaid });
    Object.assign(session, { payment_status: isPaid ? 'paid' : 'unpaid' });
    if (!isPaid) return emit('checkout.session.async_payment_failed', session, delivery);
    const { delivered } = emit('charge.succeeded', chargeOf(intent), delivery);
    return emit('checkout.session.async_payment_succeeded', session, delivery, delivered);
  };

  /** A refund by the API or in the dashboard. */
  const refund = (
    intent: string,
    cents: number | undefined,
    metadata: Record<string, string> = {},
    delivery: Delivery = 'usual',
  ) => {
    const payment = get(state.intents, intent);
    const charge = chargeOf(intent);
    const left = charge.amount - charge.amount_refunded;
    const amount = cents ?? left;
    if (payment.status !== 'succeeded')
      throw invalid('This PaymentIntent does not have a successful charge to refund.');
    if (charge.disputed) throw invalid(`Charge ${charge.id} has been charged back.`, 'charge_disputed');
    if (left === 0)
      throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
    if (!(amount >= 1 && amount <= left))
      throw invalid('Refund amount is greater than unrefunded amount on charge', 'amount_too_large');
    const id = newId('re');
    const common = { id, amount, currency: charge.currency, created: seconds() };
    const made = newRefund({ ...common, payment_intent: intent, charge: charge.id, metadata });
    state.refunds[id] = made;
    const refunded = charge.amount_refunded + amount;
    Object.assign(charge, { amount_refunded: refunded, refunded: refunded === charge.amount });
    const events = [emit('refund.created', made, delivery), emit('charge.refunded', charge, delivery)];
    return { refund: made, delivered: Promise.all(events.map(({ delivered }) => delivered)) };
  };

  /** The bank of the family does not take a refund. */
  const failRefund = (id: string, delivery: Delivery = 'usual') => {
    const failed = get(state.refunds, id);
    if (failed.status === 'failed') throw invalid('This refund has failed');
    const charge = get(state.charges, failed.charge);
    Object.assign(failed, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    Object.assign(charge, { amount_refunded: charge.amount_refunded - failed.amount, refunded: false });
    return emit('refund.failed', failed, delivery);
  };

  const dispute = (intent: string, delivery: Delivery = 'usual') => {
    const charge = chargeOf(intent);
    if (charge.disputed) throw invalid('This payment is disputed');
    const id = newId('du');
    const common = { id, amount: charge.amount - charge.amount_refunded, currency: charge.currency };
    const due_by = seconds() + 7 * daySeconds;
    const made = newDispute({
      ...common,
      ...{ created: seconds(), payment_intent: intent, charge: charge.id, due_by },
    });
    state.disputes[id] = made;
    charge.disputed = true;
    return { dispute: made, ...emit('charge.dispute.created', made, delivery) };
  };

  const closeDispute = (id: string, status: 'won' | 'lost', delivery: Delivery = 'usual') => {
    const closed = get(state.disputes, id);
    if (closed.status === 'won' || closed.status === 'lost') throw invalid('This dispute is closed');
    closed.status = status;
    if (status === 'won') get(state.charges, closed.charge).disputed = false;
    return emit('charge.dispute.closed', closed, delivery);
  };

  const createSession = (asked: Record<string, unknown>): Stripe.Checkout.Session => {
    const item = Object(Object(asked.line_items)[0]);
    const price = Object(item.price_data);
    const [amount, expires] = [Number(price.unit_amount), Number(asked.expires_at)];
    if (asked.mode !== 'payment' || !Number.isInteger(amount)) throw invalid('Only payments are known here');
    if (amount < smallest)
      throw invalid('The Checkout Session’s total amount must be at least $0.50 usd', 'amount_too_small');
    const after = expires - seconds();
    if (!(after >= 1_800 && after <= daySeconds))
      throw invalid(
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      );
    const id = newId('cs_test');
    const data = Object(asked.payment_intent_data);
    state.descriptions[id] = {
      ...{ name: String(Object(price.product_data).name), metadata: texts(data.metadata) },
      description: data.description === undefined ? null : String(data.description),
    };
    const textOrNull = (text: unknown) => (text === undefined ? null : String(text));
    const made = newSession({
      ...{ id, amount_total: amount, currency: String(price.currency), metadata: texts(asked.metadata) },
      ...{ created: seconds(), expires_at: expires, success_url: String(asked.success_url), url: pageOf(id) },
      client_reference_id: textOrNull(asked.client_reference_id),
      cancel_url: textOrNull(asked.cancel_url),
    });
    state.sessions[id] = made;
    return made;
  };

  const createRefund = ({ payment_intent, amount, metadata }: Record<string, unknown>): Stripe.Refund => {
    const cents = amount === undefined ? undefined : Number(amount);
    return refund(String(payment_intent), cents, texts(metadata)).refund;
  };

  const createEndpoint = (asked: Record<string, unknown>): Stripe.WebhookEndpoint => {
    const [id, secret] = [newId('we'), newId('whsec')];
    const endpoint: Stripe.WebhookEndpoint = {
      ...{ id, object: 'webhook_endpoint', livemode: false, status: 'enabled', metadata: {} },
      ...{ api_version: null, application: null, created: seconds(), description: null },
      ...{ enabled_events: Object.values(texts(asked.enabled_events)), url: String(asked.url) },
    };
    state.endpoints[id] = { endpoint, secret };
    // Stripe says the secret this once.
    return { ...endpoint, secret };
  };

  const listOf = (
    objects: Record<string, { readonly id: string; readonly created: number }>,
    c: Context,
    path: string,
  ) => {
    const query = readForm(new URL(c.req.url).search.slice(1));
    const from = Number(Object(query.created).gte ?? 0);
    const ofIntent = query.payment_intent;
    const found = Object.values(objects)
      .filter((one) => one.created >= from)
      .filter((one) => query.status === undefined || Reflect.get(one, 'status') === query.status)
      .filter((one) => ofIntent === undefined || Reflect.get(one, 'payment_intent') === ofIntent)
      .toSorted((one, other) => other.created - one.created || (one.id < other.id ? 1 : -1));
    const after = query.starting_after;
    const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
    const size = Number(query.limit ?? 10);
    return {
      object: 'list',
      data: found.slice(start, start + size),
      has_more: found.length > start + size,
      url: path,
    };
  };

  const createOnce = async (
    c: Context,
    create: (asked: Record<string, unknown>) => object,
  ): Promise<object> => {
    const asked = await c.req.text();
    const key = c.req.header('idempotency-key');
    const known = key === undefined ? undefined : state.answers[key];
    if (known && known.asked !== `${c.req.path} ${asked}`)
      throw new StripeRefusal(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      );
    if (known) return Object(known.answer);
    // As it is now: the object itself changes.
    const answer = structuredClone(create(readForm(asked)));
    if (key !== undefined) state.answers[key] = { asked: `${c.req.path} ${asked}`, answer };
    onChange();
    return answer;
  };

  /** Not by Hono's own function, whose types are made of the library's, which are too deep. */
  const answer = (c: Context, value: object, status = 200): Response =>
    c.body(JSON.stringify(value), status as 200, { 'content-type': 'application/json' });

  const api = new Hono()
    .onError((error, c) => {
      if (error instanceof StripeRefusal) return answer(c, error.body, error.status);
      throw error;
    })
    .use('/v1/*', async (c, next) => {
      const key = c.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
      if (!/^(?:sk|rk)_test_/.test(key) || key.includes('revoked'))
        throw new StripeRefusal(401, 'invalid_request_error', 'Invalid API Key provided');
      await next();
    })
    .get('/v1/balance', (c) => answer(c, { object: 'balance', available: [], pending: [], livemode: false }))
    .get('/v1/account', (c) =>
      answer(c, {
        ...{ id: 'acct_local', object: 'account', type: 'standard', email: null },
        ...{ charges_enabled: true, details_submitted: true, payouts_enabled: true },
      }),
    )
    .post('/v1/checkout/sessions', async (c) => answer(c, await createOnce(c, createSession)))
    .get('/v1/checkout/sessions', (c) => answer(c, listOf(state.sessions, c, '/v1/checkout/sessions')))
    .get('/v1/checkout/sessions/:id', (c) => answer(c, openSession(c.req.param('id'))))
    .post('/v1/checkout/sessions/:id/expire', (c) => {
      const id = c.req.param('id');
      expire(id);
      return answer(c, get(state.sessions, id));
    })
    .get('/v1/payment_intents', (c) => answer(c, listOf(state.intents, c, '/v1/payment_intents')))
    .get('/v1/payment_intents/:id', (c) => {
      const intent = get(state.intents, c.req.param('id'));
      const isExpanded = c.req.url.includes('latest_charge');
      return answer(c, isExpanded ? { ...intent, latest_charge: chargeOf(intent.id) } : intent);
    })
    .post('/v1/refunds', async (c) => answer(c, await createOnce(c, createRefund)))
    .get('/v1/refunds', (c) => answer(c, listOf(state.refunds, c, '/v1/refunds')))
    .get('/v1/disputes', (c) => answer(c, listOf(state.disputes, c, '/v1/disputes')))
    .post('/v1/webhook_endpoints', async (c) => answer(c, await createOnce(c, createEndpoint)))
    .get('/v1/webhook_endpoints', (c) => {
      const endpoints = Object.fromEntries(
        Object.values(state.endpoints).map(({ endpoint }) => [endpoint.id, endpoint]),
      );
      return answer(c, listOf(endpoints, c, '/v1/webhook_endpoints'));
    })
    .delete('/v1/webhook_endpoints/:id', (c) => {
      const id = c.req.param('id');
      delete state.endpoints[id];
      onChange();
      return answer(c, { id, object: 'webhook_endpoint', deleted: true });
    });

  return { api, state, openSession, expire, pay, settle, refund, failRefund, dispute, closeDispute };
};

export type StripeStandIn = ReturnType<typeof createStripeStandIn>;
