import type Stripe from 'stripe';

/**
 * Objects of Stripe's API with every field that its description requires: the library's types are made of Stripe's OpenAPI
 * description, so that the compiler compares them (`node_modules/stripe/OPENAPI_VERSION`). Everything is of test mode.
 */

interface NewSession {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly metadata: Record<string, string>;
  readonly created: number;
  readonly expires_at: number;
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly url: string;
}

export const newSession = (asked: NewSession): Stripe.Checkout.Session => ({
  ...{ id: asked.id, object: 'checkout.session', livemode: false, mode: 'payment', ui_mode: 'hosted_page' },
  ...{ amount_subtotal: asked.amount, amount_total: asked.amount, currency: asked.currency },
  ...{ client_reference_id: asked.reference, metadata: asked.metadata, created: asked.created },
  ...{
    expires_at: asked.expires_at,
    success_url: asked.success_url,
    cancel_url: asked.cancel_url,
    url: asked.url,
  },
  ...{ status: 'open', payment_status: 'unpaid', payment_intent: null, payment_method_types: ['card'] },
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: null,
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  wallet_options: null,
});

interface NewIntent extends Pick<Stripe.PaymentIntent, 'id' | 'amount' | 'currency' | 'created' | 'status'> {
  readonly metadata: Record<string, string>;
  readonly description: string | null;
  readonly charge: string;
}

export const newIntent = ({ charge, ...asked }: NewIntent): Stripe.PaymentIntent => ({
  ...{ object: 'payment_intent', livemode: false, ...asked, latest_charge: charge },
  ...{ amount_capturable: 0, amount_received: asked.status === 'succeeded' ? asked.amount : 0 },
  allowed_payment_method_types: null,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: { enabled: true },
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: null,
  confirmation_method: 'automatic',
  customer: null,
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
});

interface NewCharge extends Pick<Stripe.Charge, 'id' | 'amount' | 'currency' | 'created' | 'status'> {
  readonly metadata: Record<string, string>;
  readonly intent: string;
  readonly by: 'card' | 'us_bank_account';
}

/** What a charge says of how it was paid: the fields that the product shows. */
const paidBy = (by: NewCharge['by']): Stripe.Charge.PaymentMethodDetails => {
  const details = {
    type: by,
    [by]: by === 'card' ? { brand: 'visa', last4: '4242' } : { bank_name: 'STRIPE TEST BANK', last4: '6789' },
  };
  // The description of these details has some hundred fields, which the product does not read.
  return details as unknown as Stripe.Charge.PaymentMethodDetails;
};

export const newCharge = ({ intent, by, ...asked }: NewCharge): Stripe.Charge => ({
  ...{ object: 'charge', livemode: false, ...asked, payment_intent: intent },
  ...{ amount_captured: asked.amount, amount_refunded: 0, refunded: false, disputed: false },
  ...{ captured: true, paid: asked.status === 'succeeded', payment_method_details: paidBy(by) },
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  customer: null,
  description: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  on_behalf_of: null,
  outcome: null,
  payment_method: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
});

interface NewRefund extends Pick<Stripe.Refund, 'id' | 'amount' | 'currency' | 'created'> {
  readonly metadata: Record<string, string>;
  readonly intent: string;
  readonly charge: string;
}

export const newRefund = ({ intent, charge, ...asked }: NewRefund): Stripe.Refund => ({
  ...{ object: 'refund', ...asked, payment_intent: intent, charge, status: 'succeeded' },
  balance_transaction: null,
  customer: null,
  customer_account: null,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
});

interface NewDispute extends Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'created'> {
  readonly intent: string;
  readonly charge: string;
  readonly due_by: number;
}

export const newDispute = ({ intent, charge, due_by, ...asked }: NewDispute): Stripe.Dispute => ({
  ...{ object: 'dispute', livemode: false, ...asked, payment_intent: intent, charge },
  ...{ status: 'needs_response', reason: 'fraudulent', is_charge_refundable: false, metadata: {} },
  balance_transactions: [],
  enhanced_eligibility_types: [],
  // None of the evidence is given: all its fields are null, as the library's type does not need to be told.
  evidence: {} as Stripe.Dispute.Evidence,
  evidence_details: {
    ...{ due_by, has_evidence: false, past_due: false, submission_count: 0 },
    enhanced_eligibility: {},
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
});
