import * as z from 'zod/mini';
import { type CardMode, cardModeSchema } from '../ledger/entry.ts';
import type { Statement, StatementCharge } from '../ledger/statement.ts';
import { type BookingId, bookingIdSchema, cardPaymentIdSchema } from '../lib/ids.ts';
import { amountSchema, formatCents } from '../lib/money.ts';
import { type Cents, centsSchema } from '../lib/values.ts';

/** The currency of the school, as Stripe names it. */
export const cardCurrency = 'usd';

/** Stripe refuses smaller amounts of this currency (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const smallestCardPayment = centsSchema.parse(50);

/** How a family with a balance can pay by card; null where it cannot. */
export const payByCardOf = (mode: CardMode | null, balance: number): CardMode | null =>
  balance < smallestCardPayment ? null : mode;

/** How long a family can pay on Stripe's page. Stripe accepts half an hour or more. */
export const cardPageMinutes = 30;

/** Payments that a family can begin in an hour. */
export const cardPaymentsPerHour = 20;

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
