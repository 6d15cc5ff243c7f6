import * as z from 'zod/mini';
import { providerIdSchema } from '../ledger/entry.ts';
import type { Statement, StatementCharge } from '../ledger/statement.ts';
import { type BookingId, bookingIdSchema, cardPaymentIdSchema } from '../lib/ids.ts';
import { amountSchema, formatCents } from '../lib/money.ts';
import { type Cents, calendarDateSchema, centsSchema, instantSchema } from '../lib/values.ts';

/** The currency of the school, as Stripe names it. */
export const cardCurrency = 'usd';

/** Stripe refuses smaller amounts of this currency (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const smallestCardPayment = centsSchema.parse(50);

/** How long a family can pay on Stripe's page. Stripe accepts half an hour or more. */
export const cardPageMinutes = 30;

/** Payments that a family can begin in an hour. */
export const cardPaymentsPerHour = 20;

/** For how many days payments are compared with Stripe. */
export const comparedDays = 14;

export const cardModeSchema = z.enum(['test', 'live']);
export type CardMode = z.infer<typeof cardModeSchema>;

export const startCardPaymentSchema = z.strictObject({
  amount: amountSchema,
  /** The booking whose charge is paid first; null for what is due first. */
  booking_id: z.nullable(bookingIdSchema),
});
export type StartCardPayment = z.infer<typeof startCardPaymentSchema>;

/**
 * `asked`: nothing came from Stripe yet. `processing`: recorded, and the bank can still refuse it. `aside`: the office has to look at
 * what Stripe reported.
 */
export const cardPaymentStateSchema = z.enum(['asked', 'processing', 'paid', 'failed', 'expired', 'aside']);
export type CardPaymentState = z.infer<typeof cardPaymentStateSchema>;

/** A payment that the caller's family asked for, after its return from Stripe (CRD-02). */
export const cardPaymentSchema = z.object({
  id: cardPaymentIdSchema,
  amount: centsSchema,
  booking_id: z.nullable(bookingIdSchema),
  state: cardPaymentStateSchema,
  mode: cardModeSchema,
});
export type CardPayment = z.infer<typeof cardPaymentSchema>;

/** What a family can pay: for one booking the rest of its charge, else its balance; also what is not due yet (CRD-01). */
export const payableOf = (
  {
    balance,
    charges,
  }: Pick<Statement, 'balance'> & {
    readonly charges: readonly Pick<StatementCharge, 'booking_id' | 'rest'>[];
  },
  booking: BookingId | null,
): Cents => {
  const rest = booking === null ? balance : charges.find(({ booking_id }) => booking_id === booking)?.rest;
  // What others paid meanwhile may cover a charge: nobody is asked for more than the balance.
  return centsSchema.parse(Math.max(0, Math.min(rest ?? 0, balance)));
};

export type CardPaymentIssue =
  | { readonly code: 'nothingToPay' }
  | { readonly code: 'invalid'; readonly message: string };

/** Why an amount cannot be paid by card, or null (CRD-01, CRD-07). */
export const cardPaymentIssue = (amount: Cents, payable: Cents): CardPaymentIssue | null => {
  if (payable === 0) return { code: 'nothingToPay' };
  if (amount > payable) return { code: 'invalid', message: `Use at most ${formatCents(payable)}` };
  if (amount < smallestCardPayment)
    return { code: 'invalid', message: `Use at least ${formatCents(smallestCardPayment)}` };
  return null;
};

/** How much of a payment can be refunded: what was paid less all refunds that did not fail (CRD-04). */
export const refundableOf = (paid: Cents, refunding: number): Cents =>
  centsSchema.parse(Math.max(0, paid - refunding));

const cardTaskCommon = {
  /** What Stripe calls the payment, the refund, the dispute or the event. */
  id: z.string(),
  intent: z.nullable(providerIdSchema),
  /** Null where Stripe names none that is known here. */
  family_id: z.nullable(z.string()),
  amount: centsSchema,
  at: instantSchema,
};

/** What the office has to decide or to know about card payments. */
export const cardTaskSchema = z.discriminatedUnion('kind', [
  z.object({ ...cardTaskCommon, kind: z.literal('dispute'), due_by: z.nullable(instantSchema) }),
  z.object({ ...cardTaskCommon, kind: z.literal('failed') }),
  z.object({
    ...cardTaskCommon,
    kind: z.literal('aside'),
    why: z.enum(['amount', 'currency', 'family', 'unknown', 'contradiction', 'gone']),
  }),
]);
export type CardTask = z.infer<typeof cardTaskSchema>;
export type AsideReason = Extract<CardTask, { kind: 'aside' }>['why'];

/** One has it and the other not (CRD-05). */
export const cardDifferenceSchema = z.object({
  /** `pi_…`, `re_…` or `du_…`. */
  id: providerIdSchema,
  what: z.enum(['payment', 'refund', 'dispute', 'failed']),
  missing_in: z.enum(['ledger', 'stripe']),
  intent: providerIdSchema,
  family_id: z.nullable(z.string()),
  amount: centsSchema,
  at: instantSchema,
  /** Whether a press records it: the payment was asked for here. */
  can_record: z.boolean(),
});
export type CardDifference = z.infer<typeof cardDifferenceSchema>;

/** A payment as Stripe has it, for the office. */
export const managedCardPaymentSchema = z.object({
  intent: providerIdSchema,
  amount: centsSchema,
  refundable: centsSchema,
  day: calendarDateSchema,
  /** "Card ···· 4242, Visa", or what else was used; null where Stripe does not say. */
  paid_with: z.nullable(z.string()),
  /** The payment in Stripe's dashboard. */
  url: z.string(),
  mode: cardModeSchema,
});

export const cardConnectionSchema = z.object({
  mode: cardModeSchema,
  /** The account at Stripe. */
  account: z.string(),
  connected_at: instantSchema,
});
export type CardConnection = z.infer<typeof cardConnectionSchema>;

/** The connection with what shows that it works (CRD-06). */
export const cardStatusSchema = z.object({
  connection: z.nullable(cardConnectionSchema),
  /** Whether Stripe accepts the key now. */
  key_works: z.boolean(),
  last_event_at: z.nullable(instantSchema),
  compared_at: z.nullable(instantSchema),
  tasks: z.array(cardTaskSchema),
  differences: z.array(cardDifferenceSchema),
});
