import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '#infra/local/http-server';
import { inRole } from '#infra/local/roles/roles';
import { putClass } from '#infra/local/seed/put';
import { createStripeStandIn, type Delivery } from '#infra/local/stripe/stand-in';
import { fieldsIn } from '#infra/testing/attack/answers';
import { interruptAt } from '#infra/testing/mutants/mutant';
import { isChosen } from '#infra/testing/runner/slowness';
import {
  at,
  sampleBooking,
  sampleClass,
  sampleNow,
  sampleSiteUrl,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { addSecondAdult, storedFamily } from '#infra/testing/samples/stored';
import { captureLog } from '#infra/testing/services/system';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { cardPaymentsPerHour } from '#shared/cards/card-payment';
import type { Route } from '#shared/contract/route';
import { routeList } from '#shared/contract/routes';
import { ledgerTotals } from '#shared/ledger/balance';
import { ledgerEntryKey, type ProviderId, providerIdSchema } from '#shared/ledger/entry';
import { type BookingId, type FamilyId, idempotencyKeySchema, type UserId } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import { centsSchema, instantOf } from '#shared/lib/values';
import { payment as cashPayment } from '#shared/testing/ledgers';
import { takePlace } from '../booking/take-place.ts';
import { listEntryNotes, listLedgerEntries, recordEntries } from '../ledger/entries.ts';
import { getMyLedger } from '../ledger/family.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { cardKeyRefused, cardsDiffer } from '../lib/log.ts';
import {
  compareCardPayments,
  getManagedCardPayment,
  recordCardDifference,
  refundCardPayment,
} from './admin.ts';
import { readCardOffice, storeCardConnection } from './connection.ts';
import { getCardPayment, startCardPayment } from './family.ts';
import { listRecordedPayments } from './recorded-payments.ts';
import { createStripeClient } from './stripe.ts';
import { receiveCardEvent } from './webhook.ts';

const lines = captureLog();
type Cut = ReturnType<typeof interruptAt>;
let table: TestTable;
let now = sampleNow;
/** What the requests of an operation, or of the function of events, pass through. */
const cuts: { operation?: Cut | undefined; event?: Cut | undefined } = {};
const tableOf = (of: keyof typeof cuts) => cuts[of]?.table(table) ?? table;
const secret = { value: '' };
const connected = { mode: 'test', account: 'acct_local', connected_at: instantOf(sampleNow) } as const;

/** Stripe's events reach the function that receives them, under its role. */
const receive = inRole('card-events', (payload: string, signature: string) =>
  receiveCardEvent(
    {
      raw: { bytes: Buffer.from(payload), signature },
      source: { network: '192.0.2.1', widerNetwork: undefined },
    },
    {
      ...{ table: tableOf('event'), clock: () => now, timeZone: sampleTimeZone },
      // Stripe still signs with the older of two.
      secrets: { read: async () => ({ secrets: ['whsec_newer', secret.value], mode: 'test' as const }) },
    },
  ),
);
const stripe = createStripeStandIn({
  clock: () => now,
  pageOf: (session) => `https://pay.example/${session}`,
  send: async (_, payload, signature) => {
    await receive(payload, signature);
    return 204;
  },
  // What is delivered later finds a function that works again.
  wait: async () => {
    cuts.event = undefined;
  },
});
let server: Awaited<ReturnType<typeof startHttpServer>>;
let client: ReturnType<typeof createStripeClient>;

beforeAll(async () => {
  table = await startTestTable();
  const answer = async (request: Request) => stripe.api.fetch(request);
  const listener = getRequestListener(
    (request) => cuts.operation?.ask(() => answer(request)) ?? answer(request),
    { errorHandler: () => new Response(null, { status: 500 }) },
  );
  server = await startHttpServer(listener, 0);
  client = createStripeClient('sk_test_1', `http://localhost:${server.port}`);
  const endpoint = await client.webhookEndpoints.create({
    url: 'https://school.example/api/card-events',
    enabled_events: ['*'],
  });
  secret.value = endpoint.secret ?? '';
  await storeCardConnection(table, connected);
});
afterAll(async () => {
  await server.close();
  await table.stop();
});

const deps = () => ({
  ...{ table: tableOf('operation'), clock: () => now, timeZone: sampleTimeZone, siteUrl: sampleSiteUrl },
  stripe: { access: async () => ({ client, mode: 'test' as const, account: 'acct_local' }) },
});
const operations = {
  start: inRole('cards', startCardPayment),
  get: inRole('cards', getCardPayment),
  refund: inRole('cards', refundCardPayment),
  compare: inRole('cards', compareCardPayments),
  record: inRole('cards', recordCardDifference),
  look: inRole('cards', getManagedCardPayment),
};

const keys: string[] = [];
const newKey = () => {
  keys.push('');
  return idempotencyKeySchema.parse(`attempt-number-${keys.length}`);
};

interface Payer {
  readonly id: FamilyId;
  readonly user: UserId;
  readonly price: number;
  readonly booking: BookingId;
}

/** A family that owes for one booking. */
const givenFamily = async (): Promise<Payer> => {
  const stored = await storedFamily(table);
  const cls = sampleClass();
  await putClass(table, cls);
  const booking = sampleBooking(cls, stored);
  await takePlace(table, booking);
  return { id: stored.id, user: stored.profile.id, price: booking.amount, booking: booking.id };
};
const callerOf = ({ id, user }: Payer) => ({
  ...{ userId: user, familyId: id, role: 'parent' as const, signedInAt: sampleNow },
});
const start = (payer: Payer, cents: number, key = newKey()) =>
  operations.start(
    {
      caller: callerOf(payer),
      body: { amount: centsSchema.parse(cents), booking_id: null },
      idempotencyKey: key,
    },
    deps(),
  );
const sessionOf = ({ url }: { readonly url: string }) => url.slice('https://pay.example/'.length);
const pay = async (page: { readonly url: string }, delivery: Delivery = 'usual') => {
  const { intent, delivered } = stripe.pay(sessionOf(page), 'card', delivery);
  await delivered;
  return providerIdSchema.parse(intent);
};
const payCash = ({ id: familyId }: Payer, cents: number) => {
  const entry = { ...cashPayment(1, cents), recorded_at: instantOf(sampleNow) };
  const given = { familyId, entry, note: null, receipt: false, booking: undefined };
  return recordEntries(table, [{ ...given, openSince: instantOf(sampleNow) }], []);
};
const receivedBy = async ({ id }: Payer) => ledgerTotals([], await listLedgerEntries(table, id)).received;
const refund = (
  payer: Payer,
  intent: ReturnType<typeof providerIdSchema.parse>,
  cents: number,
  key = newKey(),
) =>
  operations.refund(
    {
      ...{ caller: callerOf(payer), params: { intent }, idempotencyKey: key },
      body: { amount: centsSchema.parse(cents), note: 'Moved away' },
    },
    deps(),
  );
const compared = async () =>
  (await operations.compare({ caller: callerOf(await givenFamily()) }, deps())).differences;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** What Stripe has moved for a family, in cents: a debit counts until it fails, a dispute when it is lost. */
const atStripe = ({ id }: Payer): { readonly received: number; readonly refunding: number } => {
  const { intents, refunds, disputes } = stripe.state;
  const own = Object.values(intents).filter(({ metadata }) => metadata.family === id);
  const of = <Moved extends { readonly payment_intent: unknown; readonly amount: number }>(moved: Moved[]) =>
    sum(
      moved
        .filter((one) => own.some((intent) => intent.id === one.payment_intent))
        .map(({ amount }) => amount),
    );
  const refunded = of(Object.values(refunds).filter(({ status }) => status !== 'failed'));
  const held = Object.values(disputes).filter(({ status }) => status !== 'won');
  const paid = sum(
    own.filter(({ status }) => status !== 'requires_payment_method').map(({ amount }) => amount),
  );
  return {
    received: paid - refunded - of(held.filter(({ status }) => status === 'lost')),
    refunding: refunded + of(held),
  };
};

const inLedger = async (payer: Payer) => {
  const own = (await listRecordedPayments(table, instantOf(new Date(0)))).filter(
    ({ family_id }) => family_id === payer.id,
  );
  const received = await receivedBy(payer);
  expect((await getFamilyLedger(table, payer.id, { consistent: true }))?.received).toBe(received);
  return { received, refunding: sum(own.map(({ refunding }) => refunding)) };
};

describe('is interrupted at each of its requests, and 0 cents are between Stripe and the ledger:', () => {
  const paidBy = async (payer: Payer, delivery?: Delivery) => pay(await start(payer, 500), delivery);
  const debitOf = async (payer: Payer) => {
    const { intent, delivered } = stripe.pay(sessionOf(await start(payer, 500)), 'us_bank_account');
    await delivered;
    return intent;
  };
  const disputeOf = async (payer: Payer) => {
    const { dispute, delivered } = stripe.dispute(await paidBy(payer));
    await delivered;
    return dispute.id;
  };
  const record = (payer: Payer, intent: ProviderId) =>
    operations.record({ caller: callerOf(payer), params: { intent } }, deps());
  const compareFor = async (payer: Payer) =>
    (await operations.compare({ caller: callerOf(payer) }, deps())).differences;

  /** What is prepared, what is interrupted and then done again as before, and what follows. */
  interface Step {
    readonly prepare: (
      payer: Payer,
    ) => Promise<{ readonly act: () => Promise<unknown>; readonly goOn?: () => Promise<unknown> }>;
    /** Whether it is the function of events that is interrupted, to which Stripe sends the event again. */
    readonly isEvent?: true;
    /** Whether nobody presses again. */
    readonly isLeft?: true;
  }
  const event = <Subject>(
    given: (payer: Payer) => Promise<Subject>,
    happen: (subject: Subject) => { readonly delivered: Promise<unknown> },
  ): Step => ({
    isEvent: true,
    prepare: async (payer) => {
      const subject = await given(payer);
      return { act: () => happen(subject).delivered };
    },
  });
  const session = async (payer: Payer) => sessionOf(await start(payer, 500));
  const refundStep = (key: ReturnType<typeof newKey>, payer: Payer, intent: ProviderId) => () =>
    refund(payer, intent, 200, key);

  const steps: Record<string, Step> = {
    'the comparison': {
      prepare: async (payer) => {
        const intent = await paidBy(payer, 'never');
        return { act: () => compareFor(payer), goOn: () => record(payer, intent) };
      },
    },
    'the press that records a difference': {
      prepare: async (payer) => {
        const intent = await paidBy(payer, 'never');
        await stripe.refund(intent, 200, {}, 'never').delivered;
        return { act: () => record(payer, intent) };
      },
    },
    'the start of a payment': {
      prepare: async (payer) => {
        const key = newKey();
        return { act: () => start(payer, 500, key), goOn: async () => pay(await start(payer, 500, key)) };
      },
    },
    'the office’s refund': {
      prepare: async (payer) => ({ act: refundStep(newKey(), payer, await paidBy(payer)) }),
    },
    'the office’s refund, which nobody presses again before the payment is opened weeks later': {
      isLeft: true,
      prepare: async (payer) => {
        const intent = await paidBy(payer);
        const goOn = async () => {
          await settled();
          now = new Date(sampleNow.getTime() + 30 * 24 * 3_600_000);
          const opened = operations.look({ caller: callerOf(payer), params: { intent } }, deps());
          const { refundable } = await opened.finally(() => {
            now = sampleNow;
          });
          expect(refundable).toBe(500 - atStripe(payer).refunding);
        };
        return { act: refundStep(newKey(), payer, intent), goOn };
      },
    },
    'the event of a payment': event(session, (id) => stripe.pay(id, 'card')),
    'the event of a debit': event(session, (id) => stripe.pay(id, 'us_bank_account')),
    'the event of a debit that succeeds': event(debitOf, (id) => stripe.settle(id, true)),
    'the event of a debit that fails': event(debitOf, (id) => stripe.settle(id, false)),
    'the event of a page that ends': event(session, (id) => stripe.expire(id)),
    'the event of a refund at Stripe': event(paidBy, (id) => stripe.refund(id, 200)),
    'the event of a refund that fails': event(
      async (payer) => {
        const { refund: made, delivered } = stripe.refund(await paidBy(payer), 200);
        await delivered;
        return made.id;
      },
      (id) => stripe.failRefund(id),
    ),
    'the event of a dispute': event(paidBy, (id) => stripe.dispute(id)),
    'the event of a dispute that is won': event(disputeOf, (id) => stripe.closeDispute(id, 'won')),
    'the event of a dispute that is lost': event(disputeOf, (id) => stripe.closeDispute(id, 'lost')),
  };

  /** @returns how many requests it sent until it was interrupted */
  const interrupt = async (step: Step, payer: Payer, cut: Cut): Promise<number> => {
    const { act, goOn } = await step.prepare(payer);
    cuts[step.isEvent ? 'event' : 'operation'] = cut;
    const isDone = await act().then(
      () => true,
      () => false,
    );
    Object.assign(cuts, { operation: undefined, event: undefined });
    if (!isDone && !step.isLeft) await act();
    await goOn?.();
    await settled();
    expect(await inLedger(payer)).toEqual(atStripe(payer));
    return cut.count();
  };

  it.each(Object.entries(steps))('%s [CRD-02] [CRD-04] [CRD-05]', async (_, step) => {
    const all = await interrupt(step, await givenFamily(), interruptAt(Number.POSITIVE_INFINITY, 'after'));
    expect(all).toBeGreaterThan(1);
    for (let n = 0; n < all; n += 1)
      for (const when of ['before', 'after'] as const)
        if (isChosen(2 * n + Number(when === 'after'), 9))
          await interrupt(step, await givenFamily(), interruptAt(n, when));
  });
});

describe('a family', () => {
  it('pays on Stripe’s page, and sees the truth when it is back [CRD-01] [CRD-02] [CRD-06]', async () => {
    const payer = await givenFamily();
    const page = await start(payer, payer.price);
    const session = stripe.state.sessions[sessionOf(page)];
    expect(session).toMatchObject({
      amount_total: payer.price,
      currency: 'usd',
      client_reference_id: page.id,
    });
    expect(session?.success_url).toBe(`${sampleSiteUrl}/parent/payments?card=${page.id}`);
    expect(Object.keys(session?.metadata ?? {})).toEqual(['payment', 'family']);
    const ask = () => operations.get({ caller: callerOf(payer), params: { paymentId: page.id } }, deps());
    expect(await ask()).toMatchObject({ state: 'asked', mode: 'test' });
    await pay(page, 'twice');
    expect(await ask()).toMatchObject({ state: 'paid' });
    expect((await readCardOffice(table)).last_event_at).toBe(instantOf(now));
    expect(await receivedBy(payer)).toBe(payer.price);
    const other = await givenFamily();
    await expect(
      operations.get({ caller: callerOf(other), params: { paymentId: page.id } }, deps()),
    ).rejects.toMatchObject({ code: 'cardPaymentNotFound' });
  });

  it('pays for one booking, whose charge the entry settles first [CRD-01]', async () => {
    const payer = await givenFamily();
    const body = { amount: centsSchema.parse(1_000), booking_id: payer.booking };
    const page = await operations.start({ caller: callerOf(payer), body, idempotencyKey: newKey() }, deps());
    await pay(page);
    expect(await listLedgerEntries(table, payer.id)).toMatchObject([{ booking_id: payer.booking }]);
  });

  it('gets the same page for the same attempt, also after it has paid [CRD-02]', async () => {
    const payer = await givenFamily();
    const key = newKey();
    const [one, other] = [await start(payer, payer.price, key), await start(payer, payer.price, key)];
    expect(other).toEqual(one);
    await pay(one);
    expect(await start(payer, payer.price, key)).toEqual(one);
    await expect(start(payer, payer.price)).rejects.toMatchObject({ code: 'nothingToPay' });
  });

  it('cannot pay more than is open, nor less than Stripe takes [CRD-01] [CRD-07]', async () => {
    const payer = await givenFamily();
    await expect(start(payer, payer.price + 1)).rejects.toMatchObject({ code: 'invalidRequest' });
    await expect(start(payer, 49)).rejects.toMatchObject({ code: 'invalidRequest' });
    const offered = async () => (await getMyLedger({ caller: callerOf(payer) }, deps())).pay_by_card;
    await pay(await start(payer, payer.price - 50));
    expect(await offered()).toBe('test');
    await payCash(payer, 1);
    expect(await offered()).toBeNull();
  });

  it('of two adults who pay while the office records cash has a credit, and is not asked again [CRD-03]', async () => {
    const payer = await givenFamily();
    const [one, other] = await Promise.all([start(payer, payer.price), start(payer, payer.price)]);
    await Promise.all([pay(one), pay(other), payCash(payer, payer.price)]);
    expect(await receivedBy(payer)).toBe(3 * payer.price);
    await expect(start(payer, payer.price)).rejects.toMatchObject({ code: 'nothingToPay' });
  });

  it('begins 20 payments in an hour, whichever of its adults, and others more [CRD-01]', async () => {
    const payer = await givenFamily();
    const { id: user } = await addSecondAdult(table, payer.id);
    const adults = [payer, { ...payer, user }];
    for (let begun = 0; begun < cardPaymentsPerHour; begun += 1) await start(at(adults, begun % 2), 50);
    for (const adult of adults)
      await expect(start(adult, 50)).rejects.toMatchObject({ code: 'tooManyCardPayments' });
    const other = await givenFamily();
    await expect(start(other, 50)).resolves.toBeDefined();
    now = new Date(sampleNow.getTime() + 3_600_000);
    try {
      await expect(start(payer, 50)).resolves.toBeDefined();
    } finally {
      now = sampleNow;
    }
  });

  it.each([
    ['has disconnected its account', undefined],
    ['has another account now', 'acct_next'],
  ])('begins no payment by the old key where the school %s [CRD-01] [CRD-06]', async (_, account) => {
    const payer = await givenFamily();
    await storeCardConnection(table, account ? { ...connected, account } : undefined);
    await expect(start(payer, 500)).rejects.toMatchObject({ code: 'cardsNotConnected' });
    await storeCardConnection(table, connected);
  });

  it('cannot go on with a page that has ended [CRD-03]', async () => {
    const payer = await givenFamily();
    const key = newKey();
    await start(payer, payer.price, key);
    now = new Date(sampleNow.getTime() + 32 * 60_000);
    try {
      await expect(start(payer, payer.price, key)).rejects.toMatchObject({ code: 'cardPageOver' });
    } finally {
      now = sampleNow;
    }
  });
});

describe('the office', () => {
  it('refunds once for each press, with the reason, and never above what was paid [CRD-04]', async () => {
    const payer = await givenFamily();
    const intent = await pay(await start(payer, payer.price));
    const key = newKey();
    await Promise.all([refund(payer, intent, 1_000, key), refund(payer, intent, 1_000, key)]);
    await settled();
    expect(
      Object.values(stripe.state.refunds).filter(({ payment_intent }) => payment_intent === intent),
    ).toHaveLength(1);
    expect(await receivedBy(payer)).toBe(payer.price - 1_000);
    await expect(refund(payer, intent, payer.price)).rejects.toMatchObject({ code: 'refundTooMuch' });
    expect(await operations.look({ caller: callerOf(payer), params: { intent } }, deps())).toMatchObject({
      ...{ paid_with: 'Card ···· 4242, Visa', refundable: payer.price - 1_000 },
      url: `https://dashboard.stripe.com/test/payments/${intent}`,
    });
  });

  it('has what was reserved back where Stripe refuses a refund [CRD-04]', async () => {
    const payer = await givenFamily();
    const intent = await pay(await start(payer, payer.price));
    // Refunded at Stripe, which is not known here yet.
    await stripe.refund(intent, payer.price, {}, 'never').delivered;
    await expect(refund(payer, intent, 500)).rejects.toMatchObject({ code: 'refundRefused' });
    expect(await operations.look({ caller: callerOf(payer), params: { intent } }, deps())).toMatchObject({
      refundable: payer.price,
    });
    await operations.record({ caller: callerOf(payer), params: { intent } }, deps());
    expect(await receivedBy(payer)).toBe(0);
  });

  it('finds by the comparison what was lost, and records it by a press [CRD-05]', async () => {
    const payer = await givenFamily();
    const lost = await pay(await start(payer, 1_000), 'never');
    const kept = await pay(await start(payer, 500));
    await stripe.refund(kept, 200, {}, 'never').delivered;
    await stripe.dispute(lost, 'never').delivered;
    const found = (await compared()).filter(({ intent }) => intent === lost || intent === kept);
    expect(found.map(({ what, missing_in, amount }) => [what, missing_in, amount]).toSorted()).toEqual([
      ['dispute', 'ledger', 1_000],
      ['payment', 'ledger', 1_000],
      ['refund', 'ledger', 200],
    ]);
    expect(lines.join()).toContain(cardsDiffer);
    for (const intent of [lost, kept, lost])
      await operations.record({ caller: callerOf(payer), params: { intent } }, deps());
    expect(await receivedBy(payer)).toBe(1_300);
    expect((await listEntryNotes(table, payer.id)).get(ledgerEntryKey({ type: 'card', id: lost }))).toBe(
      'Card ···· 4242, Visa',
    );
    expect((await compared()).filter(({ intent }) => intent === lost || intent === kept)).toEqual([]);
  });

  it('has what a deleted family paid in To Do, and not as a difference that no press records [CRD-05]', async () => {
    const payer = await givenFamily();
    const page = await start(payer, 500);
    await updateItem(table, familyLedgerKey(payer.id), { set: { closing: true } });
    const intent = await pay(page);
    await stripe.refund(intent, 500).delivered;
    const { tasks } = await readCardOffice(table);
    expect(tasks.find(({ id }) => id === intent)).toMatchObject({ why: 'gone', family_id: null });
    expect((await compared()).filter((one) => one.intent === intent)).toEqual([]);
  });

  it('is told that Stripe refuses the key, whatever is asked, after it was read again [CRD-06]', async () => {
    const payer = await givenFamily();
    const read: (boolean | undefined)[] = [];
    const revoked = createStripeClient('sk_test_revoked', `http://localhost:${server.port}`);
    const access = async (wasRefused?: boolean) => {
      read.push(wasRefused);
      return { client: revoked, mode: 'test' as const, account: 'acct_local' };
    };
    const asked = { caller: callerOf(payer), body: { amount: centsSchema.parse(500), booking_id: null } };
    await expect(
      operations.start({ ...asked, idempotencyKey: newKey() }, { ...deps(), stripe: { access } }),
    ).rejects.toMatchObject({ code: 'cardPageUnavailable' });
    expect(read).toContain(true);
    expect(lines.join()).toContain(cardKeyRefused);
    expect(lines.join()).not.toContain('sk_test');
  });

  it('finds what the ledger has and Stripe has not, but no debit that was begun before the days that are compared [CRD-05]', async () => {
    const payer = await givenFamily();
    const [intent, older] = [await pay(await start(payer, 1_000)), await pay(await start(payer, 500))];
    delete stripe.state.intents[intent];
    await expect(
      operations.look({ caller: callerOf(payer), params: { intent } }, deps()),
    ).rejects.toMatchObject({ code: 'cardPaymentNotFound' });
    const debit = stripe.state.intents[older] ?? expect.unreachable();
    stripe.state.intents[older] = { ...debit, created: 0 };
    expect((await compared()).filter((one) => [intent, older].includes(one.intent))).toEqual([
      expect.objectContaining({ missing_in: 'stripe', can_record: false, family_id: payer.id }),
    ]);
  });
});

it('a coach has nothing of it in any answer [CRD-01]', () => {
  const ofCards = ['intent', 'refundable', 'paid_with', 'differences', 'method', 'balance'];
  const fieldsFor = (isAsked: (route: Route) => boolean) =>
    routeList.filter(({ route }) => isAsked(route)).flatMap(({ route }) => [...fieldsIn(route.response)]);
  const coachs = fieldsFor(({ access }) => access === 'coach');
  expect(coachs).toContain('full_name');
  expect(coachs.filter((field) => ofCards.includes(field))).toEqual([]);
  // They are called so.
  expect(ofCards.filter((field) => !fieldsFor(() => true).includes(field))).toEqual([]);
});
