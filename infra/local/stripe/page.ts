import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type Stripe from 'stripe';
import { formatCents } from '#shared/lib/money';
import { centsSchema } from '#shared/lib/values';
import { localPaths } from '../addresses.ts';
import { localPage, pagePolicy } from '../pages.ts';
import { type Delivery, deliveries, type StripeStandIn } from './stand-in.ts';

const money = (cents: number | null): string => formatCents(centsSchema.parse(cents ?? 0));

const page = (title: string, content: unknown) =>
  localPage(
    title,
    html`<p>Test mode: this page stands for Stripe's on this machine. No money moves.</p>${content}`,
  );

const act = (path: string, label: string, fields: unknown = '') =>
  html`<form method="post" action="${localPaths.stripe}/${path}">${fields}<button>${label}</button></form>`;

const chooseDelivery = html`<label>Event <select name="delivery">${deliveries.map(
  (delivery) => html`<option>${delivery}</option>`,
)}</select></label> `;

const payPage = (session: Stripe.Checkout.Session, name: string, declined: boolean) =>
  page(
    'Pay',
    html`<h1>Pay ${money(session.amount_total)}</h1><p>${name}</p>
${declined ? html`<p role="alert">Your card was declined. Nothing was paid. Try another card.</p>` : ''}
<form method="post" action="${localPaths.stripe}/pay/${session.id}">
${chooseDelivery}<br>
<button name="by" value="card">Pay</button>
<button name="by" value="us_bank_account">Pay by bank debit (settles later)</button>
<button name="by" value="declined">Card declined</button>
</form>
<p><a href="${session.cancel_url ?? '/'}">Go back</a></p>`,
  );

const endedPage = (session: Stripe.Checkout.Session) =>
  page(
    'Pay',
    html`<h1>This page has ended</h1>
<p>${session.status === 'expired' ? 'You have paid nothing.' : 'This was paid.'}</p>
<p><a href="${session.success_url ?? '/'}">Go on</a></p>`,
  );

/** The corner of the tester: what happens at Stripe without the family. */
const cornerPage = ({ state }: StripeStandIn) => {
  const intents = Object.values(state.intents).toReversed();
  const open = Object.values(state.sessions)
    .filter(({ status }) => status === 'open')
    .toReversed();
  return page(
    'Stripe',
    html`<h1>Stripe's stand-in</h1>
<p>Connect it by <code>npm run admin -- cards connect</code>, with the key <code>sk_test_local</code>.</p>
<h2>Open pages</h2>
${open.map(
  ({ id, amount_total }) =>
    html`<section>${money(amount_total)} <small>${id}</small><br>${act(`expire/${id}`, 'End it')}</section>`,
)}
<h2>Payments</h2>
${intents.map((intent) => {
  const refunds = Object.values(state.refunds).filter(({ payment_intent }) => payment_intent === intent.id);
  const disputes = Object.values(state.disputes).filter(({ payment_intent }) => payment_intent === intent.id);
  return html`<section>${money(intent.amount)}, ${intent.status} <small>${intent.id}</small><br>
${
  intent.status === 'processing'
    ? [
        act(`settle/${intent.id}`, 'The debit succeeds', chooseDelivery),
        act(`fail/${intent.id}`, 'The debit fails', chooseDelivery),
      ]
    : ''
}
${
  intent.status === 'succeeded'
    ? [
        act(
          `refund/${intent.id}`,
          'Refund',
          html`<label>Cents <input name="amount" inputmode="numeric" size="6"></label> ${chooseDelivery}`,
        ),
        act(`dispute/${intent.id}`, 'Dispute', chooseDelivery),
      ]
    : ''
}
${refunds.map(
  ({ id, amount, status }) =>
    html`<p>Refund of ${money(amount)}, ${status} ${status === 'succeeded' ? act(`fail-refund/${id}`, 'It fails') : ''}</p>`,
)}
${disputes.map(
  ({ id, amount, status }) =>
    html`<p>Dispute about ${money(amount)}, ${status} ${
      status === 'needs_response' ? [act(`win/${id}`, 'Won'), act(`lose/${id}`, 'Lost')] : ''
    }</p>`,
)}</section>`;
})}`,
  );
};

const readDelivery = (form: Record<string, unknown>): Delivery =>
  deliveries.find((delivery) => delivery === form.delivery) ?? 'usual';

/** The page on which a family pays, and the corner of the tester. */
export const createStripePages = (stripe: StripeStandIn) => {
  const acts = {
    expire: (id: string) => stripe.expire(id),
    settle: (id: string, delivery: Delivery) => stripe.settle(id, true, delivery),
    fail: (id: string, delivery: Delivery) => stripe.settle(id, false, delivery),
    dispute: (id: string, delivery: Delivery) => stripe.dispute(id, delivery),
    'fail-refund': (id: string, delivery: Delivery) => stripe.failRefund(id, delivery),
    win: (id: string, delivery: Delivery) => stripe.closeDispute(id, 'won', delivery),
    lose: (id: string, delivery: Delivery) => stripe.closeDispute(id, 'lost', delivery),
  };
  const pages = new Hono().use(async (c, next) => {
    c.header('content-security-policy', pagePolicy);
    c.header('cache-control', 'no-store');
    await next();
  });
  const back = (c: Context) => c.redirect(localPaths.stripe, 303);
  for (const [name, perform] of Object.entries(acts))
    pages.post(`/${name}/:id`, async (c) => {
      perform(c.req.param('id'), readDelivery(await c.req.parseBody()));
      return back(c);
    });
  return pages
    .get('/', (c) => c.html(cornerPage(stripe)))
    .post('/refund/:id', async (c) => {
      const form = await c.req.parseBody();
      const amount = Number(form.amount) || undefined;
      stripe.refund(c.req.param('id'), amount, {}, readDelivery(form));
      return back(c);
    })
    .get('/pay/:id', (c) => {
      const session = stripe.openSession(c.req.param('id'));
      if (session.status !== 'open') return c.html(endedPage(session));
      const { name = '' } = stripe.state.descriptions[session.id] ?? {};
      return c.html(payPage(session, name, c.req.query('declined') !== undefined));
    })
    .post('/pay/:id', async (c) => {
      const form = await c.req.parseBody();
      const id = c.req.param('id');
      if (form.by === 'declined') return c.redirect(`${localPaths.stripe}/pay/${id}?declined`, 303);
      const delivery = readDelivery(form);
      const { delivered } = stripe.pay(id, form.by === 'card' ? 'card' : 'us_bank_account', delivery);
      if (delivery === 'before the answer') await delivered;
      return c.redirect(stripe.openSession(id).success_url ?? '/', 303);
    });
};
