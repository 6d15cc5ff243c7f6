import type Stripe from 'stripe';

/**
 * Objects of Stripe's API, of test mode. What the product and the stand-in read is compared by the compiler with the library's types,
 * which are made of Stripe's OpenAPI description (`node_modules/stripe/OPENAPI_VERSION`). The other fields that Stripe always sends
 * are null or empty: `stand-in.test.ts` compares all of them with these types.
 */
const whole = <Whole>(read: { [Field in keyof Whole]?: Whole[Field] }, nulls = ''): Whole =>
  ({ ...Object.fromEntries((nulls.match(/\w+/g) ?? []).map((name) => [name, null])), ...read }) as Whole;

interface WithMetadata {
  readonly metadata: Record<string, string>;
}

type NewSession = WithMetadata &
  Pick<Stripe.Checkout.Session, 'id' | 'amount_total' | 'currency' | 'client_reference_id' | 'created'> &
  Pick<Stripe.Checkout.Session, 'expires_at' | 'success_url' | 'cancel_url' | 'url'>;

export const newSession = (asked: NewSession): Stripe.Checkout.Session =>
  whole<Stripe.Checkout.Session>(
    {
      ...{ object: 'checkout.session', livemode: false, mode: 'payment', ui_mode: 'hosted_page', ...asked },
      ...{ status: 'open', payment_status: 'unpaid', payment_intent: null, payment_method_types: ['card'] },
      ...{ amount_subtotal: asked.amount_total, customer_creation: 'if_required' },
      ...{ payment_method_collection: 'if_required', custom_fields: [], shipping_options: [] },
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      custom_text: whole({}, 'after_submit shipping_address submit terms_of_service_acceptance'),
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    },
    `adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types
    billing_address_collection client_secret collected_information consent consent_collection currency_conversion
    customer customer_account customer_details customer_email discounts integration_identifier invoice
    invoice_creation locale managed_payments origin_context payment_link payment_method_configuration_details
    payment_method_options permissions recovered_from saved_payment_method_options setup_intent
    shipping_address_collection shipping_cost submit_type subscription wallet_options`,
  );

type NewIntent = WithMetadata &
  Pick<Stripe.PaymentIntent, 'id' | 'amount' | 'currency' | 'created' | 'status' | 'description'> &
  Pick<Stripe.PaymentIntent, 'latest_charge'>;

export const newIntent = (asked: NewIntent): Stripe.PaymentIntent =>
  whole<Stripe.PaymentIntent>(
    {
      ...{ object: 'payment_intent', livemode: false, ...asked, payment_method_options: {} },
      ...{ amount_capturable: 0, amount_received: asked.status === 'succeeded' ? asked.amount : 0 },
      ...{ automatic_payment_methods: { enabled: true }, payment_method_types: ['card'] },
      ...{ capture_method: 'automatic_async', confirmation_method: 'automatic' },
    },
    `allowed_payment_method_types application application_fee_amount canceled_at cancellation_reason client_secret
    customer customer_account excluded_payment_method_types last_payment_error managed_payments next_action
    on_behalf_of payment_method payment_method_configuration_details payment_record processing receipt_email review
    setup_future_usage shipping source statement_descriptor statement_descriptor_suffix transfer_group`,
  );

type NewCharge = WithMetadata &
  Pick<Stripe.Charge, 'id' | 'amount' | 'currency' | 'created' | 'status' | 'payment_intent'> & {
    readonly by: 'card' | 'us_bank_account';
  };

/** The fields that the product shows, of some hundred. */
const paidBy = (type: NewCharge['by']): Stripe.Charge.PaymentMethodDetails => {
  const account =
    type === 'card' ? { brand: 'visa', last4: '4242' } : { bank_name: 'STRIPE TEST BANK', last4: '6789' };
  const details: object = { type, [type]: account };
  return details as Stripe.Charge.PaymentMethodDetails;
};

export const newCharge = ({ by, ...asked }: NewCharge): Stripe.Charge =>
  whole<Stripe.Charge>(
    {
      ...{ object: 'charge', livemode: false, ...asked, captured: true, paid: asked.status === 'succeeded' },
      ...{ amount_captured: asked.amount, amount_refunded: 0, refunded: false, disputed: false },
      payment_method_details: paidBy(by),
      billing_details: whole({}, 'address email name phone tax_id'),
    },
    `application application_fee application_fee_amount balance_transaction calculated_statement_descriptor
    customer description failure_balance_transaction failure_code failure_message fraud_details on_behalf_of outcome
    payment_method receipt_email receipt_number receipt_url review shipping source source_transfer
    statement_descriptor statement_descriptor_suffix transfer_data transfer_group`,
  );

type NewRefund = WithMetadata &
  Pick<Stripe.Refund, 'id' | 'amount' | 'currency' | 'created' | 'payment_intent' | 'charge'>;

export const newRefund = (asked: NewRefund): Stripe.Refund =>
  whole<Stripe.Refund>(
    { object: 'refund', ...asked, status: 'succeeded' },
    `balance_transaction customer customer_account payment_method reason receipt_number source_transfer_reversal
    transfer_reversal`,
  );

interface NewDispute
  extends Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'created' | 'payment_intent' | 'charge'> {
  readonly due_by: number;
}

export const newDispute = ({ due_by, ...asked }: NewDispute): Stripe.Dispute =>
  whole<Stripe.Dispute>(
    {
      ...{ object: 'dispute', livemode: false, ...asked, status: 'needs_response', reason: 'fraudulent' },
      ...{ is_charge_refundable: false, metadata: {}, balance_transactions: [] },
      ...{ enhanced_eligibility_types: [], evidence: whole({}) },
      evidence_details: {
        ...{ due_by, has_evidence: false, past_due: false, submission_count: 0 },
        ...{ enhanced_eligibility: {}, submission_method: 'not_submitted' },
      },
    },
    'intended_submission_method',
  );
