import { metadataKeys, paidWith } from '#shared/cards/events';
import { refundableOf } from '#shared/cards/office';
import type { CardRoutes } from '#shared/cards/routes';
import { type ProviderId, providerIdSchema } from '#shared/ledger/entry';
import { toCalendarDate } from '#shared/lib/business-time';
import { formatCents } from '#shared/lib/money';
import { centsSchema } from '#shared/lib/values';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { applyFact } from './apply-facts.ts';
import { compareAndStore, factsOfIntent, findIntent, releaseLostRefunds } from './compare.ts';
import { deleteCardTask, getCardConnection, readCardOffice } from './connection.ts';
import {
  askForRefund,
  giveUpRefund,
  noteRefund,
  type RecordedCardPayment,
  readCardIntent,
} from './recorded-payments.ts';
import { askStripe } from './steps.ts';
import { type CardsDeps, isStripeRefusal } from './stripe.ts';

/** @throws ProblemError cardPaymentNotFound */
const requireRecorded = async (
  { table }: Pick<CardsDeps, 'table'>,
  intent: ProviderId,
): Promise<RecordedCardPayment> => {
  const { payment } = await readCardIntent(table, intent);
  if (!payment) throw problem('cardPaymentNotFound');
  return payment;
};

/** Whether payment by card works, and what needs the office (CRD-04 to CRD-06). */
export const getCardStatus: Operation<CardRoutes['getCardStatus'], CardsDeps> = async (
  _,
  { table, stripe },
) => {
  const [connection, office] = await Promise.all([getCardConnection(table), readCardOffice(table)]);
  const keyWorks = async (): Promise<boolean> => {
    try {
      await askStripe(stripe, ({ client }) => client.balance.retrieve());
      return true;
    } catch {
      return false;
    }
  };
  return { connection: connection ?? null, key_works: connection ? await keyWorks() : false, ...office };
};

/** A payment as Stripe has it now: what it was paid with is stored nowhere here. */
export const getManagedCardPayment: Operation<CardRoutes['getManagedCardPayment'], CardsDeps> = async (
  { params: { intent } },
  deps,
) => {
  const recorded = await requireRecorded(deps, intent);
  const payment = await askStripe(deps.stripe, async ({ client }) => {
    await releaseLostRefunds(client, deps.table, recorded, deps.clock());
    return findIntent(client, intent);
  });
  // The school may have another account now.
  if (!payment) throw problem('cardPaymentNotFound');
  const { amount, refunding, mode, recorded_at, state } = await requireRecorded(deps, intent);
  return {
    ...{ intent, amount, mode },
    // A debit that is under way or failed has nothing to give back.
    refundable: state === 'paid' ? refundableOf(amount, refunding) : centsSchema.parse(0),
    day: toCalendarDate(new Date(recorded_at), deps.timeZone),
    paid_with: paidWith(payment.latest_charge),
    url: `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}payments/${intent}`,
  };
};

/**
 * Refunds to the card, once for each press (CRD-04). The amount is reserved first, so that refunds of several presses are together
 * never above what was paid; the entry follows from Stripe's event. A repeated press asks Stripe with the same key.
 */
export const refundCardPayment: Operation<CardRoutes['refundCardPayment'], CardsDeps> = async (
  { caller, params: { intent }, body: { amount, note }, idempotencyKey },
  deps,
) => {
  const { table, clock, stripe } = deps;
  const payment = await requireRecorded(deps, intent);
  const result = await askForRefund(
    table,
    payment,
    { amount, note, by: caller.userId, key: idempotencyKey },
    clock(),
  );
  if (result.outcome === 'busy') throw busy();
  if (result.outcome !== 'asked')
    throw problem('refundTooMuch', { left: formatCents(refundableOf(payment.amount, payment.refunding)) });
  const { ask } = result;
  try {
    const { id } = await askStripe(stripe, ({ client }) =>
      client.refunds.create(
        {
          ...{ payment_intent: intent, amount },
          metadata: {
            [metadataKeys.payment]: payment.payment_id,
            [metadataKeys.family]: payment.family_id,
            [metadataKeys.ask]: ask,
          },
        },
        { idempotencyKey: `refund-${ask}` },
      ),
    );
    await noteRefund(table, intent, ask, providerIdSchema.parse(id));
  } catch (error) {
    // Disputed or refunded there meanwhile, or more than the account has.
    if (!isStripeRefusal(error)) throw error;
    await giveUpRefund(table, payment, ask, amount);
    throw problem('refundRefused');
  }
  const after = await requireRecorded(deps, intent);
  return { refundable: refundableOf(after.amount, after.refunding) };
};

/** Compares with Stripe by a press (CRD-05). */
export const compareCardPayments: Operation<CardRoutes['compareCardPayments'], CardsDeps> = async (
  _,
  deps,
) => ({
  differences: await askStripe(deps.stripe, ({ client }) => compareAndStore(client, deps)),
});

/** Records by a press what Stripe has of a payment, as its events would have (CRD-05). */
export const recordCardDifference: Operation<CardRoutes['recordCardDifference'], CardsDeps> = async (
  { params: { intent } },
  deps,
) => {
  const facts = await askStripe(deps.stripe, ({ client }) => factsOfIntent(client, intent));
  if (facts.length === 0) throw problem('cardDifferenceGone');
  for (const fact of facts)
    if ((await applyFact(deps, fact)) === 'aside') throw problem('cardDifferenceGone');
  await askStripe(deps.stripe, ({ client }) => compareAndStore(client, deps));
};

/** Takes off the list what the office has dealt with. */
export const closeCardTask: Operation<CardRoutes['closeCardTask'], CardsDeps> = async (
  { params },
  { table },
) => {
  await deleteCardTask(table, params);
};
