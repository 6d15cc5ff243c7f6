import { describe, expect, it } from 'vitest';
import { centsSchema, instantSchema } from '#shared/lib/values';
import type { CardPaymentState } from './card-payment.ts';
import {
  disputeStep,
  factsOf,
  type PaymentFact,
  parseStripeEvent,
  paymentStep,
  refundStep,
} from './events.ts';

const family = `fam_${'0'.repeat(26)}`;
const payment = `cpm_${'0'.repeat(26)}`;

const event = (type: string, object: object) =>
  parseStripeEvent({ id: 'evt_1', type, created: 1_764_000_000, livemode: false, data: { object } }) ??
  expect.unreachable();
const session = (changes: object = {}) => ({
  object: 'checkout.session',
  id: 'cs_test_1',
  client_reference_id: payment,
  amount_total: 13_500,
  currency: 'usd',
  payment_intent: 'pi_1',
  payment_status: 'paid',
  metadata: { payment, family },
  ...changes,
});
const refund = (changes: object = {}) => ({
  object: 'refund',
  id: 're_1',
  amount: 500,
  currency: 'usd',
  payment_intent: { id: 'pi_1' },
  status: 'succeeded',
  metadata: {},
  ...changes,
});
const charge = (type: string, details: object = {}, changes: object = {}) => ({
  ...{ object: 'charge', id: 'ch_1', payment_intent: 'pi_1', metadata: { payment, family } },
  payment_method_details: { type, [type]: details },
  ...changes,
});
const dispute = (status: string) => ({
  object: 'dispute',
  id: 'du_1',
  amount: 13_500,
  currency: 'usd',
  payment_intent: 'pi_1',
  status,
  evidence_details: { due_by: 1_764_600_000 },
});

const completed = 'checkout.session.completed';
const disputed = 'charge.dispute.closed';
const charged = 'charge.succeeded';
const paid = { fact: 'payment', state: 'paid' };

describe('what an event says', () => {
  it.each([
    [completed, session(), { ...paid, intent: 'pi_1', amount: 13_500 }],
    [completed, session({ payment_status: 'unpaid' }), { ...paid, state: 'processing' }],
    ['checkout.session.async_payment_succeeded', session(), paid],
    ['checkout.session.async_payment_failed', session(), { ...paid, state: 'failed' }],
    ['checkout.session.expired', session({ payment_intent: null }), { state: 'expired', intent: null }],
    ['refund.created', refund(), { fact: 'refund', state: 'made', intent: 'pi_1', ask: null }],
    ['refund.created', refund({ status: 'pending' }), { state: 'made' }],
    ['refund.updated', refund({ status: 'canceled' }), { state: 'failed' }],
    ['refund.failed', refund({ status: 'failed', metadata: { ask: 'a1' } }), { state: 'failed', ask: 'a1' }],
    ['charge.refunded', { ...charge('card'), refunds: { data: [refund()] } }, { fact: 'refund', id: 're_1' }],
    [
      'charge.dispute.created',
      dispute('needs_response'),
      { state: 'open', due_by: '2025-12-01T14:40:00.000Z' },
    ],
    ['charge.dispute.updated', dispute('under_review'), { state: 'open', due_by: null }],
    [disputed, dispute('lost'), { state: 'lost', amount: 13_500 }],
    [disputed, dispute('won'), { state: 'won' }],
    [disputed, dispute('warning_closed'), { state: 'won' }],
    [
      charged,
      charge('card', { last4: '4242', brand: 'visa' }),
      { fact: 'paid-with', reference: payment, family, intent: 'pi_1', text: 'Card ···· 4242, Visa' },
    ],
    [charged, charge('card', { last4: '0005', brand: 'amex' }), { text: 'Card ···· 0005, American Express' }],
    [charged, charge('card', { last4: '1', brand: 'unknown' }), { text: 'Card ···· 1' }],
    [
      charged,
      charge('us_bank_account', { last4: '6789', bank_name: 'TEST BANK' }),
      { text: 'Bank debit ···· 6789, TEST BANK' },
    ],
    [charged, charge('sepa_debit', { last4: '3000' }), { text: 'Bank debit ···· 3000' }],
    [charged, charge('amazon_pay'), { text: 'Amazon pay' }],
  ])('of %s is told apart [CRD-02] [CRD-04]', (type, object, fact) => {
    expect(factsOf(event(type, object))).toEqual([expect.objectContaining(fact)]);
  });

  it.each([
    ['an unknown type', 'customer.created', { object: 'customer' }],
    ['a payment of another shop', completed, session({ client_reference_id: 'order-7' })],
    ['a charge of another shop', charged, charge('card', {}, { metadata: { order: '7' } })],
    ['a charge that does not say with what', charged, charge('card', {}, { payment_method_details: null })],
    ['a charge without its refunds', 'charge.refunded', { object: 'charge', id: 'ch_1' }],
    ['a refund of no payment intent', 'refund.created', refund({ payment_intent: null })],
  ])('is nothing for %s [CRD-02]', (_, type, object) => {
    expect(factsOf(event(type, object))).toEqual([]);
  });
});

const fact = (state: PaymentFact['state'], changes: Partial<PaymentFact> = {}): PaymentFact => ({
  ...{ fact: 'payment', reference: payment, family, intent: null, amount: 13_500, currency: 'usd' },
  ...{ state, at: instantSchema.parse('2026-01-01T00:00:00.000Z') },
  ...changes,
});
const asked = (state: CardPaymentState) => ({
  asked_for: family,
  amount: centsSchema.parse(13_500),
  currency: 'usd',
  state,
});

describe('what a fact changes of a payment', () => {
  it.each<[CardPaymentState, PaymentFact['state'], string]>([
    ['asked', 'paid', 'record'],
    ['asked', 'processing', 'record'],
    ['asked', 'failed', 'note'],
    ['asked', 'expired', 'note'],
    ['expired', 'paid', 'record'],
    ['aside', 'paid', 'record'],
    ['processing', 'paid', 'settle'],
    ['processing', 'processing', 'nothing'],
    ['processing', 'failed', 'take-back'],
    ['processing', 'expired', 'nothing'],
    ['paid', 'paid', 'nothing'],
    ['paid', 'processing', 'nothing'],
    ['paid', 'failed', 'aside'],
    ['paid', 'expired', 'nothing'],
    ['failed', 'processing', 'nothing'],
    ['failed', 'failed', 'nothing'],
    ['failed', 'paid', 'aside'],
  ])('that is %s and now %s is %s [CRD-02] [CRD-03]', (state, said, step) => {
    expect(paymentStep(asked(state), fact(said)).step).toBe(step);
  });

  it.each([
    ['amount', { amount: 13_499 }],
    ['currency', { currency: 'eur' }],
    ['family', { family: `fam_${'1'.repeat(26)}` }],
  ] as const)('with another %s is set aside [CRD-02]', (why, changes) => {
    expect(paymentStep(asked('asked'), fact('paid', changes))).toEqual({ step: 'aside', why });
  });

  it('that nobody asked for is set aside [CRD-02]', () => {
    expect(paymentStep(undefined, fact('paid'))).toEqual({ step: 'aside', why: 'unknown' });
  });
});

describe('what a fact changes of a refund or a dispute', () => {
  it.each([
    [undefined, 'made', 'record'],
    [undefined, 'failed', 'note'],
    ['made', 'made', 'nothing'],
    ['made', 'failed', 'take-back'],
    ['failed', 'made', 'nothing'],
  ] as const)('that is %s and now %s is %s [CRD-04]', (known, state, step) => {
    expect(refundStep(known, { state })).toBe(step);
  });

  it.each([
    [undefined, 'open', 'open'],
    [undefined, 'lost', 'record'],
    [undefined, 'won', 'close'],
    ['open', 'open', 'renew'],
    ['open', 'lost', 'record'],
    ['open', 'won', 'close'],
    ['lost', 'open', 'nothing'],
    ['won', 'lost', 'nothing'],
  ] as const)('that is %s and now %s is %s [CRD-04]', (known, state, step) => {
    expect(disputeStep(known, { state })).toBe(step);
  });
});
