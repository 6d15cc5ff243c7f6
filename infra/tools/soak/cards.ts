import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { takePlace } from '#functions/booking/take-place';
import {
  compareCardPayments,
  getManagedCardPayment,
  recordCardDifference,
  refundCardPayment,
} from '#functions/cards/admin';
import { getAskedPayment } from '#functions/cards/asked-payments';
import { readCardOffice, storeCardConnection } from '#functions/cards/connection';
import { startCardPayment } from '#functions/cards/family';
import { listRecordedPayments, readCardIntent } from '#functions/cards/recorded-payments';
import { receiveCardEvent } from '#functions/cards/webhook';
import { batchDelete } from '#functions/lib/dynamo/writes';
import { ProblemError } from '#functions/lib/http/problem-error';
import { inRole } from '#infra/local/roles/roles';
import { putClass } from '#infra/local/seed/put';
import { createStripeStandIn } from '#infra/local/stripe/stand-in';
import {
  failing,
  has,
  inTransaction,
  isInterruption,
  leftOut,
  unconditional,
  withWrites,
} from '#infra/testing/mutants/mutant';
import { type Random, randomOf } from '#infra/testing/random';
import {
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleNow,
  sampleSiteUrl,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { readAllItems } from '#infra/testing/table/all-items';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { metadataKeys } from '#shared/cards/events';
import type { FootballClass } from '#shared/classes/class';
import { providerIdSchema } from '#shared/ledger/entry';
import { cardPaymentIdSchema, idempotencyKeySchema } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import { centsSchema, instantOf } from '#shared/lib/values';
import { breaking, type Run, type RunOptions, type Theme, type Violation, violationsOf } from './driver.ts';
import { brokenByMoney, effectOfEntry, readMoney, readSlot } from './recount.ts';

const start = inRole('cards', startCardPayment);
const refundToCard = inRole('cards', refundCardPayment);
const open = inRole('cards', getManagedCardPayment);
const compare = inRole('cards', compareCardPayments);
const record = inRole('cards', recordCardDifference);
const receive = inRole('card-events', receiveCardEvent);

const attempts = 4;
const faultRate = 0.02;
const lostRate = 0.15;
/** After it a refund whose request was lost is given up. */
const dayMs = 26 * 3_600_000;

/** A school with its account at Stripe: requests to both fail or lose their answers, until it is calm. */
const createWorld = async (table: TestTable, { seed, note }: RunOptions) => {
  const faults = randomOf(seed, 'faults');
  let isCalm = true;
  const isFaulty = (): boolean => !isCalm && faults.chance(faultRate);
  let now = sampleNow;
  const clock = () => now;
  /** What Stripe has sent and nobody has received: it comes twice, in any order, late or never. */
  const underway: string[] = [];
  const stripe = createStripeStandIn({
    clock,
    pageOf: (session) => `https://pay.example/${session}`,
    send: async (_, payload) => {
      underway.push(payload);
      return 200;
    },
  });
  const unavailable = () =>
    Response.json({ error: { type: 'api_error', message: 'Later' } }, { status: 503 });
  const client = new Stripe('sk_test_soak', {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (...request: ConstructorParameters<typeof Request>) => {
      if (isFaulty()) return unavailable();
      const answer = await stripe.api.fetch(new Request(...request));
      return isFaulty() ? unavailable() : answer;
    }),
  });
  const access = { client, mode: 'test', account: 'acct_local' } as const;
  const deps = {
    ...{ table, clock, timeZone: sampleTimeZone, siteUrl: sampleSiteUrl },
    stripe: { access: async () => access },
  };
  const endpoint = await client.webhookEndpoints.create({ url: sampleSiteUrl, enabled_events: ['*'] });
  await storeCardConnection(table, { ...access, connected_at: instantOf(sampleNow) });
  isCalm = false;
  return {
    ...{ table, note, stripe, deps, underway, isFaulty, secret: endpoint.secret ?? '' },
    calm: () => {
      isCalm = true;
    },
    passDay: () => {
      now = new Date(now.getTime() + dayMs);
    },
  };
};

type World = Awaited<ReturnType<typeof createWorld>>;

/** Does something again where it failed, as a browser does: with the same key. Undefined where it is refused. */
const answered = async <Result>(
  { note }: World,
  kind: string,
  send: () => Promise<Result>,
): Promise<Result | undefined> => {
  for (let attempt = 0; attempt < attempts; attempt += 1)
    try {
      const answer = await send();
      note(`${kind} 200`);
      return answer;
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : 'no answer';
      if (code === 'no answer' && !isInterruption(error)) throw error;
      note(`${kind} ${code}`);
      if (!['no answer', 'busy', 'cardPageUnavailable'].includes(code)) return undefined;
    }
  return undefined;
};

const newKey = () => idempotencyKeySchema.parse(randomUUID());

const callerOf = ({ id, profile }: SampleFamily) => ({
  ...{ userId: profile.id, familyId: id, role: 'parent' as const, signedInAt: sampleNow },
});

/** A family pays: by card, by a debit that settles later, or not at all. */
const payOnce = async (world: World, family: SampleFamily, random: Random): Promise<void> => {
  const { stripe, deps } = world;
  const body = { amount: centsSchema.parse(50 + random.below(4_000)), booking_id: null };
  const asked = { caller: callerOf(family), body, idempotencyKey: newKey() };
  const page = await answered(world, 'start', () => start(asked, deps));
  if (!page) return;
  const session = page.url.slice(page.url.lastIndexOf('/') + 1);
  const choice = random.below(10);
  if (choice < 8) stripe.pay(session, choice < 5 ? 'card' : 'us_bank_account');
  else if (choice === 8) stripe.expire(session);
};

/** What the office, the bank, Stripe's dashboard and those who dispute do with a payment. */
const changePayment = async (world: World, by: SampleFamily, random: Random): Promise<void> => {
  const { stripe, deps } = world;
  const { intents, charges, refunds, disputes } = stripe.state;
  if (Object.keys(intents).length === 0) return;
  const { id, status, latest_charge } = random.pick(Object.values(intents));
  const { amount, amount_refunded, disputed } = charges[String(latest_charge)] ?? {};
  if (status === 'processing') return void stripe.settle(id, random.chance(0.6));
  if (status !== 'succeeded' || !amount) return;
  const left = amount - (amount_refunded ?? 0);
  const dispute = Object.values(disputes).find(
    (one) => one.payment_intent === id && one.status === 'needs_response',
  );
  if (dispute) return void stripe.closeDispute(dispute.id, random.pick(['won', 'lost']));
  const cents = 1 + random.below(Math.max(1, left));
  switch (random.below(5)) {
    case 0:
      if (!disputed && left > 0) stripe.refund(id, cents);
      return;
    case 1:
      if (!disputed && left > 0) stripe.dispute(id);
      return;
    case 2: {
      const made = Object.values(refunds).find(
        (one) => one.payment_intent === id && one.status === 'succeeded',
      );
      if (made) stripe.failRefund(made.id);
      return;
    }
    default: {
      const params = { intent: providerIdSchema.parse(id) };
      const body = { amount: centsSchema.parse(cents), note: 'Moved away' };
      const asked = { caller: callerOf(by), params, body, idempotencyKey: newKey() };
      await answered(world, 'refund', () => refundToCard(asked, deps));
    }
  }
};

/** Stripe delivers an event, and again where it was not stored. */
const deliver = async ({ deps, secret, underway, note }: World, payload: string): Promise<void> => {
  const timestamp = Math.floor(deps.clock().getTime() / 1_000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const raw = { bytes: Buffer.from(payload), signature };
  const source = { network: '192.0.2.1', widerNetwork: undefined };
  const secrets = { read: async () => ({ secrets: [secret], mode: 'test' as const }) };
  try {
    await receive({ raw, source }, { ...deps, secrets });
    note('event 200');
  } catch (error) {
    if (!isInterruption(error)) throw error;
    note('event no answer');
    underway.push(payload);
  }
};

/** An event that is underway, whichever: once, twice at the same moment, or never. */
const deliverOne = async (world: World, random: Random): Promise<void> => {
  const { underway, note } = world;
  if (underway.length === 0) return;
  const [payload = ''] = underway.splice(random.below(underway.length), 1);
  if (random.chance(lostRate)) return note('event: lost');
  const times = random.chance(0.4) ? 2 : 1;
  await Promise.all(Array.from({ length: times }, () => deliver(world, payload)));
};

const press = async ({ deps }: World, by: SampleFamily) => {
  const { differences } = await compare({ caller: callerOf(by) }, deps);
  for (const { intent, can_record } of differences)
    if (can_record) await record({ caller: callerOf(by), params: { intent } }, deps);
  return differences;
};

/** What is underway arrives; the comparison finds the rest. Opening a payment a day later gives back what lost refunds reserved. */
const settle = async (world: World, by: SampleFamily): Promise<void> => {
  world.calm();
  for (let payload = world.underway.pop(); payload; payload = world.underway.pop())
    await deliver(world, payload);
  for (const { missing_in } of await press(world, by)) world.note(`comparison: not in ${missing_in}`);
  world.passDay();
  for (const { intent } of await listRecordedPayments(world.table, instantOf(new Date(0))))
    await open({ caller: callerOf(by), params: { intent } }, world.deps);
};

/** What Stripe has moved to the school by a payment, in cents: a debit counts until it fails, a dispute when it is lost. */
const checkPayment = async ({ table, stripe }: World, intent: Stripe.PaymentIntent): Promise<Violation[]> => {
  const { refunds, disputes } = stripe.state;
  const id = providerIdSchema.parse(intent.id);
  const ofIntent = <Moved extends Stripe.Refund | Stripe.Dispute>(all: Record<string, Moved>) =>
    Object.values(all).filter(({ payment_intent }) => payment_intent === id);
  const refunded = ofIntent(refunds).filter(({ status }) => status !== 'failed');
  const held = ofIntent(disputes).filter(({ status }) => status !== 'won');
  const centsOf = (all: readonly { readonly amount: number }[]) => sum(all.map(({ amount }) => amount));
  const isFailed = intent.status === 'requires_payment_method';
  const atStripe =
    (isFailed ? 0 : intent.amount) -
    centsOf(refunded) -
    centsOf(held.filter(({ status }) => status === 'lost'));
  const known = await readCardIntent(table, id);
  const asked = await getAskedPayment(
    table,
    cardPaymentIdSchema.parse(intent.metadata[metadataKeys.payment]),
  );
  const { entries = [] } = asked ? ((await readMoney(table, [asked.family_id]))[0] ?? {}) : {};
  const keys = new Set(
    [id, ...[...ofIntent(refunds), ...ofIntent(disputes)].map((one) => one.id)].map((one) => `CARD#${one}`),
  );
  const inLedger = entries.flatMap((entry) => {
    const { cause } = entry;
    const key = cause.type === 'counter' ? cause.entry : cause.type === 'card' && `CARD#${cause.id}`;
    return keys.has(String(key)) ? [effectOfEntry(entry).amount] : [];
  });
  const state = intent.status === 'succeeded' ? 'paid' : isFailed ? 'failed' : 'processing';
  // Where both events of a debit that failed were lost, no money moved, and no comparison can find it.
  const isUnknown = isFailed && !known.payment && asked?.state === 'asked';
  const states = isUnknown
    ? []
    : [asked?.state, ...(isFailed && !known.payment ? [] : [known.payment?.state])];
  const text = `of ${id}, which is ${state}`;
  return violationsOf([
    [
      '0 cents are between Stripe and the ledger',
      sum(inLedger) === atStripe,
      `${atStripe}, ${inLedger} ${text}`,
    ],
    ['a payment is as Stripe has it', states.every((one) => one === state), `${states} ${text}`],
    [
      'what cannot be refunded any more is as Stripe has it',
      (known.payment?.refunding ?? 0) === centsOf(refunded) + centsOf(held),
      `${known.payment?.refunding} ${text}`,
    ],
  ]);
};

const check = async (
  world: World,
  cls: FootballClass,
  families: readonly SampleFamily[],
): Promise<readonly Violation[]> => {
  const { table, stripe } = world;
  const { differences, tasks } = await readCardOffice(table);
  const open = Object.values(stripe.state.disputes).filter(({ status }) => status === 'needs_response');
  const slots = await Promise.all(cls.time_slots.map((slot) => readSlot(table, slot)));
  const accounts = await readMoney(
    table,
    families.map(({ id }) => id),
  );
  const disputed = tasks.filter(({ kind }) => kind === 'dispute');
  return [
    ...violationsOf([
      ['the comparison finds nothing any more', differences.length === 0, JSON.stringify(differences)],
      ['nothing is set aside', tasks.every(({ kind }) => kind !== 'aside'), JSON.stringify(tasks)],
      [
        'each open dispute has a task',
        disputed.length === open.length,
        `${disputed.length} for ${open.length}`,
      ],
    ]),
    ...(
      await Promise.all(Object.values(stripe.state.intents).map((intent) => checkPayment(world, intent)))
    ).flat(),
    ...accounts.flatMap((account) => brokenByMoney(account, slots)),
  ];
};

/**
 * Three families pay and pay again, debits fail, money is refunded and disputed, while events come twice, shuffled, late or never,
 * and requests to the table and to Stripe fail or lose their answers.
 */
const begin = async (table: TestTable, options: RunOptions): Promise<Run> => {
  const world = await createWorld(table, options);
  const { seed, mutant } = options;
  const cls = sampleClass();
  await putClass(table, cls);
  const families = await Promise.all(Array.from({ length: 3 }, () => storedFamily(table)));
  for (const family of families) await takePlace(table, sampleBooking(cls, family));
  const [office] = families as [SampleFamily];
  async function* acts() {
    for (let round = 0; round < 3; round += 1) {
      const repeat = (name: string, times: number, act: (random: Random) => Promise<void>) => async () => {
        const random = randomOf(seed, name, round);
        for (let step = 0; step < times; step += 1) await act(random);
      };
      yield [
        ...families.map((family) =>
          repeat(`pay ${families.indexOf(family)}`, 2, (random) => payOnce(world, family, random)),
        ),
        repeat('office', 5, (random) => changePayment(world, office, random)),
        repeat('bank', 5, (random) => changePayment(world, office, random)),
        ...['one', 'two'].map((name) => repeat(name, 6, (random) => deliverOne(world, random))),
      ];
    }
  }
  return {
    model: {
      tables: [table],
      end: () => settle(world, office),
      check: () => check(world, cls, families),
      // The comparison of the next run would look at all of it.
      close: async () => batchDelete(table, await readAllItems(table, { keysOnly: true })),
    },
    acts: acts(),
    faults: [failing(world.isFaulty)],
    mutant: mutant?.intercept(),
  };
};

const ofPayment = inTransaction('"entity":"card-payment"', '"kind":"payment"');
const ofMove = inTransaction('"entity":"card-move"');
const isDataRow = has('"entity":"ledger-entry"');
const ledgerSums = 'the sums of a ledger are those of a recount';
const cents = '0 cents are between Stripe and the ledger';
const refundable = 'what cannot be refunded any more is as Stripe has it';

const mutants: Theme['mutants'] = {
  'a payment counts for each of its events': breaking(ledgerSums, unconditional(ofPayment)),
  'a refund counts for each of its events': breaking(
    ledgerSums,
    unconditional(inTransaction('"entity":"card-move"', '"kind":"refund"')),
  ),
  'a debit that fails keeps its entry': breaking(
    cents,
    leftOut(inTransaction('"countered":"payment"'), isDataRow),
  ),
  'a refund that fails keeps its entry': breaking(
    cents,
    leftOut(inTransaction('"countered":"refund"'), isDataRow),
  ),
  'a lost dispute takes nothing': breaking(
    cents,
    leftOut(inTransaction('"entity":"card-move"', '"state":"lost"'), isDataRow),
  ),
  'a debit that succeeds stays on its way': breaking(
    'a payment is as Stripe has it',
    leftOut(inTransaction('"entity":"settled-payment"'), has('"Update"', '"CARDINTENT#')),
  ),
  'a payment that failed is still shown as one that is on its way': breaking(
    'a payment is as Stripe has it',
    leftOut(inTransaction('"countered":"payment"'), has('"Update"', '"CARDPAYMENT#')),
  ),
  'what was refunded at Stripe can be refunded again': breaking(
    refundable,
    leftOut(ofMove, has('"Update"', '"CARDINTENT#', '"PAYMENT"')),
  ),
  'a refund that Stripe refuses stays reserved': breaking(
    refundable,
    leftOut(inTransaction('"Delete"', '"ASK#'), has('"Update"')),
  ),
  'a refund that comes before its payment is taken for recorded': breaking(
    cents,
    withWrites(inTransaction('"waits":true'), (writes) =>
      writes.map((write) => {
        const { Put } = Object(write);
        if (!Put?.Item?.waits) return write;
        const { waits: _, ...Item } = Put.Item;
        return { Put: { ...Put, Item } };
      }),
    ),
  ),
  'a dispute that is closed stays in To Do': breaking(
    'each open dispute has a task',
    leftOut(ofMove, has('"Delete"', '"TASK#dispute')),
  ),
};

export const cards: Theme = {
  name: 'cards',
  seeds: { all: 100, inTest: 3 },
  events: ['event: lost', 'comparison: not in ledger', 'refund 200'],
  start: async () => {
    const table = await startTestTable();
    return { begin: (options) => begin(table, options), stop: table.stop };
  },
  mutants,
};
