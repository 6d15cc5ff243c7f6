import type Stripe from 'stripe';
import * as z from 'zod/mini';
import {
  type CardFact,
  factOfCharge,
  factOfDispute,
  factOfRefund,
  factOfSession,
  metadataKeys,
  type PaymentFact,
  stripeDisputeSchema,
  stripeRefundSchema,
  stripeSessionSchema,
} from '#shared/cards/events';
import { type CardDifference, comparedDays } from '#shared/cards/office';
import { type ProviderId, providerIdSchema } from '#shared/ledger/entry';
import { cardPaymentIdSchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import type { TimedDeps } from '../lib/deps.ts';
import { cardsDiffer, log } from '../lib/log.ts';
import type { Table } from '../lib/table.ts';
import { getAskedPayment } from './asked-payments.ts';
import { storeComparison } from './connection.ts';
import {
  type CardMove,
  giveUpRefund,
  listRecordedPayments,
  noteRefund,
  type RecordedCardPayment,
  readCardIntent,
  readRecordedPayments,
} from './recorded-payments.ts';

const dayMs = 24 * 3_600 * 1_000;
const perPage = 100;

const at = (seconds: number) => instantOf(new Date(seconds * 1_000));

const all = async <Value>(pages: AsyncIterable<Value>): Promise<Value[]> => {
  const values: Value[] = [];
  for await (const value of pages) values.push(value);
  return values;
};

/** Undefined for one that the account does not have. */
export const findIntent = (client: Stripe, intent: ProviderId): Promise<Stripe.PaymentIntent | undefined> =>
  client.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }).catch((error: unknown) => {
    if (Object(error).statusCode === 404) return undefined;
    throw error;
  });

/** What Stripe says of a payment now: undefined while it waits for the family. */
const stateOf = ({ status }: Pick<Stripe.PaymentIntent, 'status'>): PaymentFact['state'] | undefined => {
  if (status === 'succeeded') return 'paid';
  if (status === 'processing') return 'processing';
  return status === 'canceled' || status === 'requires_payment_method' ? 'failed' : undefined;
};

/** Whether the ledger says of a payment what Stripe says. A payment that never began is missing in neither. */
const agrees = (said: PaymentFact['state'] | undefined, known: RecordedCardPayment | undefined): boolean => {
  if (said === undefined) return true;
  if (!known) return said === 'failed';
  return said === known.state;
};

const refundFacts = (refunds: readonly Stripe.Refund[]) =>
  refunds.flatMap((refund) => factOfRefund(z.parse(stripeRefundSchema, refund), at(refund.created)) ?? []);

const disputeFacts = (disputes: readonly Stripe.Dispute[]) =>
  disputes.flatMap(
    (dispute) => factOfDispute(z.parse(stripeDisputeSchema, dispute), at(dispute.created)) ?? [],
  );

type Moved = ReturnType<typeof refundFacts>[number] | ReturnType<typeof disputeFacts>[number];

/** Whether what Stripe says of a refund or a dispute is stored. A refund that failed before it was known is missing in neither. */
const isMoveKnown = ({ state }: Pick<Moved, 'state'>, known: CardMove | undefined): boolean =>
  known ? known.state === state : state === 'failed' || state === 'won';

/** Returns the payments at Stripe of the last days that were asked for here. */
const ownIntents = (intents: readonly Stripe.PaymentIntent[]) =>
  intents.filter(({ metadata }) => cardPaymentIdSchema.safeParse(metadata[metadataKeys.payment]).success);

/**
 * Compares payments, refunds and disputes of the last days at Stripe with what is recorded, in both directions (CRD-05). Some pages
 * of a hundred from Stripe, one Query of the index, one read for each hundred payments, one Query for each payment with a
 * refund or a dispute, and one read for each difference.
 */
const compareWithStripe = async (client: Stripe, table: Table, now: Date): Promise<CardDifference[]> => {
  const since = new Date(now.getTime() - comparedDays * dayMs);
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  const [intents, refunds, disputes, recorded] = await Promise.all([
    all(client.paymentIntents.list({ created, limit: perPage })),
    all(client.refunds.list({ created, limit: perPage })),
    all(client.disputes.list({ created, limit: perPage })),
    listRecordedPayments(table, instantOf(since)),
  ]);
  const own = ownIntents(intents);
  const moves: Moved[] = [...refundFacts(refunds), ...disputeFacts(disputes)];
  const named = [...own.map(({ id }) => providerIdSchema.parse(id)), ...moves.map(({ intent }) => intent)];
  const recordedOf = await readRecordedPayments(table, [...new Set(named)]);
  const differing = own.map(async (intent): Promise<CardDifference[]> => {
    const id = providerIdSchema.parse(intent.id);
    const [said, known] = [stateOf(intent), recordedOf(id)];
    if (agrees(said, known)) return [];
    const asked = await getAskedPayment(
      table,
      cardPaymentIdSchema.parse(intent.metadata[metadataKeys.payment]),
    );
    // To Do has it already, and no press can record it.
    if (!known && asked?.state === 'aside') return [];
    return [
      {
        ...{ id, intent: id, what: said === 'failed' ? 'failed' : 'payment', missing_in: 'ledger' },
        // Stripe names the family that asked, also where it was joined with another one.
        family_id: (known ?? asked)?.family_id ?? null,
        amount: centsSchema.parse(intent.amount),
        at: at(intent.created),
        can_record: true,
      },
    ];
  });
  const payments = (await Promise.all(differing)).flat();
  const listed = new Set(payments.map(({ intent }) => intent));
  const moved = (
    await Promise.all(
      [...new Set(moves.map(({ intent }) => intent))].map(async (intent): Promise<CardDifference[]> => {
        const payment = recordedOf(intent);
        // Another shop at the same account has these, or To Do has their payment.
        if (!payment && !listed.has(intent)) return [];
        const stored = await readCardIntent(table, intent);
        return moves
          .filter((move) => move.intent === intent)
          .filter(
            (move) =>
              !isMoveKnown(
                move,
                stored.moves.find(({ id, waits }) => id === move.id && !waits),
              ),
          )
          .map(({ id, fact: what, amount, at: moment }) => ({
            ...{ id, intent, what, missing_in: 'ledger', family_id: payment?.family_id ?? null },
            ...{ amount, at: moment, can_record: true },
          }));
      }),
    )
  ).flat();
  const known = new Set(intents.map(({ id }) => id));
  const unknown = await Promise.all(
    recorded
      .filter(({ intent, state }) => state !== 'failed' && !known.has(intent))
      .map(async (payment): Promise<CardDifference[]> => {
        const found = await findIntent(client, payment.intent);
        if (found && agrees(stateOf(found), payment)) return [];
        const { intent, family_id, amount, recorded_at } = payment;
        return [
          {
            ...{ id: intent, intent, what: 'payment', missing_in: 'stripe', family_id, amount },
            ...{ at: recorded_at, can_record: found !== undefined },
          },
        ];
      }),
  );
  return [...payments, ...moved, ...unknown.flat()];
};

/** Stripe forgets an idempotency key after a day: a press that was not answered is then not repeated any more. */
const lostAfterMs = 25 * 3_600 * 1_000;

/** Gives back what was reserved for refunds that Stripe never made: the office's request was lost on the way (CRD-04). */
export const releaseLostRefunds = async (
  client: Stripe,
  table: Table,
  payment: RecordedCardPayment,
  now: Date,
): Promise<void> => {
  if (payment.refunding === 0) return;
  const { asks } = await readCardIntent(table, payment.intent);
  const open = asks.filter(({ refund_id }) => refund_id === undefined);
  if (open.length === 0) return;
  const made = await all(client.refunds.list({ payment_intent: payment.intent, limit: perPage }));
  for (const { ask, amount, at: asked } of open) {
    const refund = made.find(({ metadata }) => metadata?.[metadataKeys.ask] === ask);
    if (refund) await noteRefund(table, payment.intent, ask, providerIdSchema.parse(refund.id));
    else if (now.getTime() - Date.parse(asked) > lostAfterMs) await giveUpRefund(table, payment, ask, amount);
  }
};

/** All that Stripe has of a payment, as facts in the order in which they happened; none of one that it does not have. */
export const factsOfIntent = async (client: Stripe, intent: ProviderId): Promise<CardFact[]> => {
  const payment = await findIntent(client, intent);
  if (!payment) return [];
  const [sessions, refunds, disputes] = await Promise.all([
    client.checkout.sessions.list({ payment_intent: intent, limit: 1 }),
    all(client.refunds.list({ payment_intent: intent, limit: perPage })),
    all(client.disputes.list({ payment_intent: intent, limit: perPage })),
  ]);
  const [session] = sessions.data;
  // A card that was declined on a page that is still open says nothing yet.
  const state = session?.status === 'complete' ? stateOf(payment) : undefined;
  const paid =
    session &&
    state &&
    factOfSession(
      z.parse(stripeSessionSchema, { ...session, payment_intent: intent }),
      state,
      at(payment.created),
    );
  const words = paid && factOfCharge(payment.latest_charge);
  return [
    ...(words ? [words] : []),
    ...(paid ? [paid] : []),
    ...refundFacts(refunds),
    ...disputeFacts(disputes),
  ];
};

/** Compares, keeps the result for the office, and logs differences, which ring. */
export const compareAndStore = async (
  client: Stripe,
  { table, clock }: Pick<TimedDeps, 'table' | 'clock'>,
): Promise<CardDifference[]> => {
  const now = clock();
  const differences = await compareWithStripe(client, table, now);
  await storeComparison(table, instantOf(now), differences);
  if (differences.length > 0) log.warn(cardsDiffer, { differences: differences.length });
  return differences;
};
