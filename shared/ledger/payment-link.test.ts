import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentReferenceSchema } from '#shared/ledger/references';
import { paymentLinkSchema } from '#shared/school/settings';
import { cents, date } from '#shared/testing/values';
import { dueText, laterText, payNow, payNowText } from './payment-link.ts';

const reference = paymentReferenceSchema.parse('F-7K2M9');
const stripe = {
  url: 'https://buy.stripe.com/test_abc?prefilled_promo_code=SPRING',
  reference_parameter: 'client_reference_id',
  amount_parameter: null,
  amount_unit: 'dollars',
} as const;
const payPal = {
  url: 'https://www.paypal.com/cgi-bin/webscr?cmd=_xclick&business=school%40example.com&currency_code=USD',
  reference_parameter: 'item_number',
  amount_parameter: 'amount',
  amount_unit: 'dollars',
} as const;

describe('the payment link', () => {
  it.each([
    [
      'Stripe: a reference alone',
      stripe,
      'https://buy.stripe.com/test_abc?prefilled_promo_code=SPRING&client_reference_id=F-7K2M9',
      'Opens buy.stripe.com. Please enter the amount $25.05 there.',
    ],
    ['PayPal: both', payPal, `${payPal.url}&item_number=F-7K2M9&amount=25.05`, 'Opens www.paypal.com.'],
    [
      'cents in place of a preset amount',
      { ...payPal, url: 'https://pay.example.com/?sum=1#top', amount_parameter: 'sum', amount_unit: 'cents' },
      'https://pay.example.com/?sum=2505&item_number=F-7K2M9#top',
      'Opens pay.example.com.',
    ],
    [
      'a page that takes nothing',
      { ...stripe, url: 'https://paypal.me/school', reference_parameter: null },
      'https://paypal.me/school',
      'Opens paypal.me. Please enter the amount $25.05 and your reference F-7K2M9 there.',
    ],
  ] as const)('is filled: %s [PLK-01]', (_, link, url, text) => {
    const pay = payNow(paymentLinkSchema.parse(link), { reference, due: cents(2_505) });
    expect(pay?.url).toBe(url);
    expect(pay && payNowText(pay, reference)).toBe(text);
  });

  it('is absent without a setting, and where nothing is due [PLK-01]', () => {
    expect(payNow(null, { reference, due: cents(2_500) })).toBeNull();
    expect(payNow(payPal, { reference, due: cents(0) })).toBeNull();
    expect(payNow(payPal, { reference: null, due: cents(2_500) })).toBeNull();
  });

  it('can be read back: reference, exact amount, and what the address had [PLK-01]', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.constantFrom('dollars', 'cents'),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string({ maxLength: 8 }), { maxKeys: 4 }),
        (amount, amount_unit, others) => {
          const url = `https://pay.example.com/go?${new URLSearchParams(others)}`;
          const link = { url, reference_parameter: 'your-ref', amount_parameter: 'to_pay', amount_unit };
          const filled = payNow(paymentLinkSchema.parse(link), { reference, due: cents(amount) });
          const found = new URL(filled?.url ?? '').searchParams;
          expect(found.get('your-ref')).toBe(reference);
          const sum = Number((found.get('to_pay') ?? '').replace('.', ''));
          expect(sum).toBe(amount);
          for (const [name, value] of new URLSearchParams(others)) expect(found.get(name)).toBe(value);
        },
      ),
    );
  });
});

const parts = ['2025-09-06', '2025-10-06', '2025-11-06'].map((day) => ({
  date: date(day),
  amount: cents(2_000),
}));

it('says when a charge is due [DUE-01]', () => {
  expect(dueText(parts.slice(0, 1))).toBe('Due on Sep 6, 2025');
  expect(dueText(parts)).toBe(
    'Due in 3 parts: $20.00 on Sep 6, 2025, $20.00 on Oct 6, 2025, and $20.00 on Nov 6, 2025',
  );
});

it('says what is not due yet [DUE-01]', () => {
  expect(laterText([])).toBeNull();
  expect(laterText(parts.slice(0, 1))).toBe('$20.00 will be due on Sep 6, 2025');
  expect(laterText(parts.slice(1))).toBe(
    '$40.00 will be due later: $20.00 on Oct 6, 2025 and $20.00 on Nov 6, 2025',
  );
});
