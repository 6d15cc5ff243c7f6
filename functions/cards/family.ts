import { brand } from '#shared/brand';
import {
  cardCurrency,
  cardPageMinutes,
  cardPaymentIssue,
  cardPaymentsPerHour,
  payableOf,
  type StartCardPayment,
} from '#shared/cards/card-payment';
import { metadataKeys } from '#shared/cards/events';
import type { CardConnection } from '#shared/cards/office';
import type { CardRoutes } from '#shared/cards/routes';
import { balanceOf, ledgerTotals } from '#shared/ledger/balance';
import type { LedgerEntry } from '#shared/ledger/entry';
import type { PaymentReference } from '#shared/ledger/references';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import { minuteMs } from '#shared/lib/durations';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { getActiveFamily, hasMember } from '../accounts/stored-families.ts';
import {
  chargesOf,
  type FullLedger,
  openSinceOf,
  readClassSnapshot,
  readFullLedger,
  settleLedger,
} from '../across/statement.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import { newCardPaymentId } from '../lib/ids.ts';
import {
  type AskedCardPayment,
  findAskedPayment,
  getAskedPayment,
  isOfFamily,
  storeAskedPayment,
} from './asked-payments.ts';
import { getCardConnection } from './connection.ts';
import { askStripe, requireStripe } from './steps.ts';
import type { CardsDeps, StripeAccess } from './stripe.ts';

const payableIn = (ledger: FullLedger, booking: StartCardPayment['booking_id'], moment: BusinessMoment) =>
  payableOf(
    {
      balance: balanceOf(ledgerTotals(chargesOf(ledger, moment.timeZone), ledger.entries)),
      charges: settleLedger(ledger, moment).charges,
    },
    booking,
  );

/** Since when the family owes with the payment and without it. */
const openSinceWith = (ledger: FullLedger, body: StartCardPayment, moment: BusinessMoment) => {
  const { now, today } = moment;
  // The cause does not count for what is open.
  const entry = {
    ...{ kind: 'payment', method: 'card', class: null, ...body, day: today },
    ...{
      recorded_at: instantOf(now),
      made_by: null,
      cause: { type: 'attempt', attempt: 'card-payment-asked' },
    },
  } as LedgerEntry;
  const since = (entries: readonly LedgerEntry[]) =>
    openSinceOf(settleLedger({ ...ledger, entries }, moment), now);
  return { paid: since([...ledger.entries, entry]), unpaid: since(ledger.entries) };
};

/** Stripe wants at least 30 minutes from when the request reaches it. One more minute is for the way there. */
const pageEnd = (asked_at: string): Date => new Date(Date.parse(asked_at) + (cardPageMinutes + 1) * minuteMs);

/** Makes Stripe's page for a payment. The payment's id is Stripe's idempotency key: repeated, it gives the same page. */
const openPage = async (
  { client }: StripeAccess,
  { id, asked_for, amount, currency, asked_at }: AskedCardPayment,
  reference: PaymentReference | undefined,
  siteUrl: string,
): Promise<string> => {
  const back = new URL(paths.parentPayments, siteUrl);
  back.searchParams.set('card', id);
  const left = new URL(back);
  left.searchParams.set('left', 'yes');
  // Neither names nor an address.
  const metadata = { [metadataKeys.payment]: id, [metadataKeys.family]: asked_for };
  const { url } = await client.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: id,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency,
            unit_amount: amount,
            product_data: { name: [brand.name, reference].filter(Boolean).join(', ') },
          },
        },
      ],
      metadata,
      payment_intent_data: { metadata, ...(reference && { description: reference }) },
      expires_at: Math.floor(pageEnd(asked_at).getTime() / 1_000),
      success_url: back.href,
      cancel_url: left.href,
    },
    { idempotencyKey: id },
  );
  if (!url) throw new Error('Stripe made a page without an address');
  return url;
};

/**
 * Stripe with the account that is connected now. The function can still have the key of an account that the school has left: events of
 * that account do not arrive any more.
 * @throws ProblemError cardsNotConnected
 */
const requireConnected = async (
  stripe: CardsDeps['stripe'],
  connection: CardConnection | undefined,
): Promise<StripeAccess> => {
  if (!connection) throw problem('cardsNotConnected');
  for (const wasRefused of [false, true]) {
    const access = await requireStripe(stripe, wasRefused);
    if (access.account === connection.account) return access;
  }
  throw problem('cardsNotConnected');
};

/**
 * Asks for a payment by card: the amount is stored, then Stripe makes the page on which it is paid (CRD-01). Money is recorded by
 * Stripe's event alone.
 */
export const startCardPayment: Operation<CardRoutes['startCardPayment'], CardsDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock, timeZone, stripe, siteUrl },
) => {
  const moment = businessMoment(clock(), timeZone);
  const { familyId: family_id, userId } = caller;
  const [family, ledger, full, connection] = await Promise.all([
    getActiveFamily(table, family_id),
    getFamilyLedger(table, family_id),
    readFullLedger(table, family_id),
    getCardConnection(table),
  ]);
  caller.confirmFamily?.(hasMember(family, userId));
  if (!family) throw problem('profileNotFound');
  const { mode } = await requireConnected(stripe, connection);
  const make = async (): Promise<AskedCardPayment> => {
    const before = await findAskedPayment(table, userId, idempotencyKey);
    if (before) return before;
    const issue = cardPaymentIssue(body.amount, payableIn(full, body.booking_id, moment));
    if (issue?.code === 'nothingToPay') throw problem('nothingToPay');
    if (issue) throw problem('invalidRequest', {}, { issues: [{ field: 'amount', message: issue.message }] });
    const booking = [...full.bookings, ...full.ended].find(({ id }) => id === body.booking_id);
    const result = await storeAskedPayment(
      table,
      {
        ...{ id: newCardPaymentId(moment.now), family_id, asked_for: family_id, asked_by: userId },
        ...{ asked_at: instantOf(moment.now), amount: body.amount, currency: cardCurrency, mode },
        ...{ state: 'asked', booking_id: body.booking_id, open_since: openSinceWith(full, body, moment) },
        ...(booking?.due_dates && { due_dates: [...booking.due_dates] }),
        class: booking ? ((await readClassSnapshot(table, full, booking.id)) ?? null) : null,
      },
      { key: idempotencyKey, now: moment.now },
      { most: cardPaymentsPerHour, periodSeconds: 3_600 },
    );
    if (result.outcome === 'busy') throw busy();
    if (result.outcome === 'no-ledger') throw problem('profileNotFound');
    if (result.outcome === 'limited') throw tooManyInHour('changes', moment.now);
    if (result.outcome !== 'asked') throw problem('tooManyCardPayments');
    return result.payment;
  };
  const payment = await make();
  if (pageEnd(payment.asked_at) <= moment.now) throw problem('cardPageOver');
  const url = await askStripe(stripe, (access) => openPage(access, payment, ledger?.reference, siteUrl));
  return { id: payment.id, url };
};

/** What became of a payment of the caller's family (CRD-02). */
export const getCardPayment: Operation<CardRoutes['getCardPayment'], CardsDeps> = async (
  { caller, params: { paymentId } },
  { table },
) => {
  const payment = await getAskedPayment(table, paymentId);
  if (!payment || !isOfFamily(payment, caller.familyId)) throw problem('cardPaymentNotFound');
  return payment;
};
