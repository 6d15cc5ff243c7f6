import * as z from 'zod/mini';
import { type ProviderId, providerIdSchema } from '../ledger/entry.ts';
import { cardPaymentIdSchema } from '../lib/ids.ts';
import { type Cents, centsSchema, type Instant, instantOf } from '../lib/values.ts';
import { limits } from '../limits.ts';
import type { CardPaymentState } from './card-payment.ts';
import type { AsideReason } from './office.ts';

/** The events that the webhook asks Stripe for. Stripe's accounts can send others, which are forgotten. */
export const cardEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.succeeded',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;
/** Stripe gives an id, or the whole object where the request asked for it. */
const idOf = z.nullish(
  z.pipe(
    z.union([z.string(), z.object({ id: z.string() })]),
    z.transform((one) => (typeof one === 'string' ? one : one.id)),
  ),
);

const metadata = z.nullish(z.record(z.string(), z.string()));

/** The few fields of Stripe's objects that count here. */
export const stripeSessionSchema = z.object({
  object: z.literal('checkout.session'),
  id: z.string(),
  client_reference_id: z.nullish(z.string()),
  amount_total: z.nullish(z.int()),
  currency: z.nullish(z.string()),
  payment_intent: idOf,
  payment_status: z.string(),
  metadata,
});

export const stripeRefundSchema = z.object({
  object: z.literal('refund'),
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  payment_intent: idOf,
  status: z.nullish(z.string()),
  metadata,
});
export type StripeRefund = z.infer<typeof stripeRefundSchema>;

const stripeChargeSchema = z.object({
  object: z.literal('charge'),
  id: z.string(),
  payment_intent: idOf,
  payment_method_details: z.nullish(z.looseObject({ type: z.string() })),
  metadata,
  refunds: z.nullish(z.object({ data: z.array(stripeRefundSchema) })),
});

export const stripeDisputeSchema = z.object({
  object: z.literal('dispute'),
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  payment_intent: idOf,
  status: z.string(),
  evidence_details: z.nullish(z.object({ due_by: z.nullish(z.number()) })),
});
export type StripeDispute = z.infer<typeof stripeDisputeSchema>;

const stripeEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  livemode: z.boolean(),
  /** Named in events of accounts that are connected with the school's: nobody asked for these. */
  account: z.optional(z.string()),
  data: z.object({ object: z.unknown() }),
});

/** What Stripe says of a payment that was asked for here. */
export interface PaymentFact {
  readonly fact: 'payment';
  /** The id by which the family asked for it, as Stripe gives it back. */
  readonly reference: string;
  /** The family according to Stripe; null where it does not say. */
  readonly family: string | null;
  /** Null where the page was left before a payment began. */
  readonly intent: ProviderId | null;
  readonly amount: number;
  readonly currency: string;
  readonly state: Extract<CardPaymentState, 'paid' | 'processing' | 'failed' | 'expired'>;
  readonly at: Instant;
}

export interface RefundFact {
  readonly fact: 'refund';
  readonly id: ProviderId;
  readonly intent: ProviderId;
  readonly amount: Cents;
  readonly currency: string;
  readonly state: 'made' | 'failed';
  /** The press of the office that asked for it; null for a refund that was made at Stripe. */
  readonly ask: string | null;
  readonly at: Instant;
}

export interface DisputeFact {
  readonly fact: 'dispute';
  readonly id: ProviderId;
  readonly intent: ProviderId;
  readonly amount: Cents;
  readonly currency: string;
  readonly state: 'open' | 'won' | 'lost';
  /** Until when the office has to answer; null where it has answered, and where Stripe does not say. */
  readonly due_by: Instant | null;
  readonly at: Instant;
}

/** With what a payment was paid. */
export interface PaidWithFact {
  readonly fact: 'paid-with';
  /** The id by which the family asked for the payment. */
  readonly reference: string;
  readonly family: string | null;
  readonly intent: ProviderId;
  /** "Card ···· 4242, Visa" */
  readonly text: string;
}

export type CardFact = PaymentFact | RefundFact | DisputeFact | PaidWithFact;

const instantAt = (seconds: number): Instant => instantOf(new Date(seconds * 1_000));

/** The keys of metadata by which an object at Stripe names its payment, its family, and the press that asked for a refund. */
export const metadataKeys = { payment: 'payment', family: 'family', ask: 'ask' } as const;

/** Undefined for a payment that was asked for elsewhere: an account at Stripe can serve other shops. */
export const factOfSession = (
  session: z.infer<typeof stripeSessionSchema>,
  state: PaymentFact['state'],
  at: Instant,
): PaymentFact | undefined => {
  const { client_reference_id, amount_total, currency, payment_intent } = session;
  if (!cardPaymentIdSchema.safeParse(client_reference_id).success) return undefined;
  return {
    fact: 'payment',
    reference: client_reference_id ?? '',
    family: session.metadata?.[metadataKeys.family] ?? null,
    intent: payment_intent ? providerIdSchema.parse(payment_intent) : null,
    amount: amount_total ?? 0,
    currency: currency ?? '',
    state,
    at,
  };
};

export const factOfRefund = (
  { id, amount, currency, payment_intent, status, metadata: named }: StripeRefund,
  at: Instant,
): RefundFact | undefined =>
  payment_intent
    ? {
        fact: 'refund',
        id: providerIdSchema.parse(id),
        intent: providerIdSchema.parse(payment_intent),
        amount: centsSchema.parse(amount),
        currency,
        // A pending refund has left the account already.
        state: status === 'failed' || status === 'canceled' ? 'failed' : 'made',
        ask: named?.[metadataKeys.ask] ?? null,
        at,
      }
    : undefined;

/** An inquiry (`warning_…`) takes no money. Money that a dispute took comes back where it is won. */
const disputeState = (status: string): DisputeFact['state'] => {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
};

export const factOfDispute = (
  { id, amount, currency, payment_intent, status, evidence_details }: StripeDispute,
  at: Instant,
): DisputeFact | undefined =>
  payment_intent
    ? {
        fact: 'dispute',
        id: providerIdSchema.parse(id),
        intent: providerIdSchema.parse(payment_intent),
        amount: centsSchema.parse(amount),
        currency,
        state: disputeState(status),
        due_by:
          status.endsWith('needs_response') && evidence_details?.due_by
            ? instantAt(evidence_details.due_by)
            : null,
        at,
      }
    : undefined;

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

const detailsSchema = z.object({
  last4: z.nullish(z.string()),
  brand: z.nullish(z.string()),
  bank_name: z.nullish(z.string()),
});

const wordsOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** With what a charge was paid: "Card ···· 4242, Visa", "Bank debit ···· 6789", "Cashapp"; null where Stripe does not say. */
export const paidWith = (charge: unknown): string | null => {
  const { payment_method_details: details } = stripeChargeSchema.safeParse(charge).data ?? {};
  if (!details) return null;
  const { last4, brand, bank_name } = detailsSchema.safeParse(details[details.type]).data ?? {};
  const isDebit = details.type === 'us_bank_account' || details.type.endsWith('_debit');
  const name = isDebit ? 'Bank debit' : wordsOf(details.type);
  const maker = bank_name ?? (brand && brand !== 'unknown' ? (brandNames[brand] ?? wordsOf(brand)) : null);
  const text = [last4 ? `${name} ···· ${last4}` : name, maker].filter(Boolean).join(', ');
  return text.slice(0, limits.entryNoteLength);
};

/** Undefined for a charge that was asked for elsewhere, and where Stripe does not say with what it was paid. */
export const factOfCharge = (charge: unknown): PaidWithFact | undefined => {
  const { payment_intent, metadata: named } = stripeChargeSchema.safeParse(charge).data ?? {};
  const [reference, text] = [named?.[metadataKeys.payment], paidWith(charge)];
  if (!payment_intent || !text || !cardPaymentIdSchema.safeParse(reference).success) return undefined;
  return {
    ...{ fact: 'paid-with', reference: reference ?? '', family: named?.[metadataKeys.family] ?? null },
    ...{ intent: providerIdSchema.parse(payment_intent), text },
  };
};

const found = <Fact>(fact: Fact | undefined): Fact[] => (fact ? [fact] : []);

/**
 * What an event says (CRD-02); nothing for one that counts for nothing here.
 * @throws ZodError for an event of a known type that is not as Stripe describes it
 */
export const factsOf = (event: z.infer<typeof stripeEventSchema>): readonly CardFact[] => {
  const { type, created, data } = event;
  const at = instantAt(created);
  const sessionFact = (state: PaymentFact['state']) =>
    found(factOfSession(z.parse(stripeSessionSchema, data.object), state, at));
  switch (type) {
    case 'checkout.session.completed': {
      const session = z.parse(stripeSessionSchema, data.object);
      return found(factOfSession(session, session.payment_status === 'paid' ? 'paid' : 'processing', at));
    }
    case 'checkout.session.async_payment_succeeded':
      return sessionFact('paid');
    case 'checkout.session.async_payment_failed':
      return sessionFact('failed');
    case 'checkout.session.expired':
      return sessionFact('expired');
    case 'charge.succeeded':
      return found(factOfCharge(data.object));
    case 'charge.refunded':
      // Present versions of Stripe's API leave the refunds out: then each comes by an event of its own.
      return (z.parse(stripeChargeSchema, data.object).refunds?.data ?? []).flatMap((refund) =>
        found(factOfRefund(refund, at)),
      );
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return found(factOfRefund(z.parse(stripeRefundSchema, data.object), at));
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return found(factOfDispute(z.parse(stripeDisputeSchema, data.object), at));
    default:
      return [];
  }
};

/** Undefined for what is no event. */
export const parseStripeEvent = (event: unknown): z.infer<typeof stripeEventSchema> | undefined =>
  z.safeParse(stripeEventSchema, event).data;

/** What was asked for, as it is stored. */
export interface AskedPayment {
  /** The family that asked, also after it was joined with another one. */
  readonly asked_for: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly state: CardPaymentState;
}

/**
 * What a fact changes of a payment.
 * - `record`: the entry, for `paid` with a receipt.
 * - `settle`: the entry is there, and its money has come: the receipt.
 * - `take-back`: the entry is there, and its money does not come.
 * - `note`: the state alone.
 */
export type PaymentStep =
  | { readonly step: 'nothing' }
  | { readonly step: 'aside'; readonly why: AsideReason }
  | { readonly step: 'record' | 'settle' | 'take-back' | 'note'; readonly state: CardPaymentState };

/** Facts come late, twice and in any order: what is known already, or is older than what is known, changes nothing (CRD-02). */
export const paymentStep = (asked: AskedPayment | undefined, fact: PaymentFact): PaymentStep => {
  if (!asked) return fact.state === 'expired' ? { step: 'nothing' } : { step: 'aside', why: 'unknown' };
  if (fact.state === 'expired')
    return asked.state === 'asked' ? { step: 'note', state: 'expired' } : { step: 'nothing' };
  if (fact.family !== null && fact.family !== asked.asked_for) return { step: 'aside', why: 'family' };
  if (fact.currency !== asked.currency) return { step: 'aside', why: 'currency' };
  if (fact.amount !== asked.amount) return { step: 'aside', why: 'amount' };
  const { state } = asked;
  const isRecorded = state === 'processing' || state === 'paid';
  switch (fact.state) {
    case 'paid':
      if (state === 'paid') return { step: 'nothing' };
      // A debit that failed has no entry any more, or never had one.
      if (state === 'failed') return { step: 'aside', why: 'contradiction' };
      return { step: isRecorded ? 'settle' : 'record', state: 'paid' };
    case 'processing':
      return isRecorded || state === 'failed' ? { step: 'nothing' } : { step: 'record', state: 'processing' };
    default:
      if (state === 'failed') return { step: 'nothing' };
      if (state === 'paid') return { step: 'aside', why: 'contradiction' };
      return isRecorded ? { step: 'take-back', state: 'failed' } : { step: 'note', state: 'failed' };
  }
};

/** What is stored of a refund or a dispute; undefined for one that is new. */
export type KnownState = RefundFact['state'] | DisputeFact['state'] | undefined;

/** What a fact changes of a refund: `record` its entry, `take-back` the entry, or `note` that it failed before it was known. */
export const refundStep = (
  known: KnownState,
  { state }: Pick<RefundFact, 'state'>,
): 'nothing' | 'record' | 'take-back' | 'note' => {
  if (known === 'failed' || known === state) return 'nothing';
  if (state === 'made') return 'record';
  return known === 'made' ? 'take-back' : 'note';
};

/**
 * What a fact changes of a dispute: `open` its task, `renew` the task with another deadline, `record` the money that it took, or
 * `close` the task without money.
 */
export const disputeStep = (
  known: KnownState,
  { state }: Pick<DisputeFact, 'state'>,
): 'nothing' | 'open' | 'renew' | 'record' | 'close' => {
  if (known === 'lost' || known === 'won') return 'nothing';
  if (state === 'open') return known === 'open' ? 'renew' : 'open';
  return state === 'lost' ? 'record' : 'close';
};
