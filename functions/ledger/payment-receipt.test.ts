import { expect, it } from 'vitest';
import { paymentReferenceSchema } from '#shared/ledger/references';
import { signedCentsSchema } from '#shared/lib/money';
import { paymentLinkSchema } from '#shared/school/settings';
import { cents, date } from '#shared/testing/values';
import { paymentReceiptEmail, paymentReminderEmail } from './emails.ts';

const site = 'https://ballerz.example';
const reference = paymentReferenceSchema.parse('F-7K2M9');
const received = { amount: cents(5_000), day: date('2026-09-01'), method: 'card', paid_with: null } as const;
const link = paymentLinkSchema.parse({
  url: 'https://pay.example.com/school',
  reference_parameter: 'ref',
  amount_parameter: 'sum',
  amount_unit: 'cents',
});
const owed = (due: number) => ({
  reference,
  balance: signedCentsSchema.parse(due),
  due: cents(due),
  later: [],
});

it('a receipt leads to the payment page with the rest that is open, and only then [PLK-01]', () => {
  const open = paymentReceiptEmail(received, owed(7_000), link, site);
  expect(open.text).toContain('Pay $70.00 now: https://pay.example.com/school?ref=F-7K2M9&sum=7000');
  expect(open.text).toContain('Opens pay.example.com.');
  expect(open.html).toContain('https://pay.example.com/school?ref=F-7K2M9&amp;sum=7000');
  for (const without of [
    paymentReceiptEmail(received, owed(0), link, site),
    paymentReceiptEmail(received, owed(7_000), null, site),
  ])
    expect(without.text).not.toMatch(/Pay .* now/);
});

it.each([
  [null, '(card)'],
  ['Card ···· 4242, Visa', '(Card ···· 4242, Visa)'],
])('a receipt says with what was paid where Stripe said %s [CRD-02]', (paid_with, said) => {
  expect(paymentReceiptEmail({ ...received, paid_with }, owed(0), link, site).text).toContain(said);
});

it('a receipt and a reminder lead to paying by card where the school takes cards, and something is due [CRD-01]', () => {
  const byCard = `Pay $70.00 by card: ${new URL('/parent/payments', site).href}`;
  const due = paymentReceiptEmail(received, owed(7_000), null, site, site).text;
  expect(due).toContain(byCard);
  // One button for one page.
  expect(due).not.toContain('View Payments');
  const paid = paymentReceiptEmail(received, owed(0), null, site, site).text;
  expect(paid).not.toContain('by card');
  expect(paid).toContain('View Payments');
  const statement = { ...owed(7_000), charges: [], entries: [] };
  const terms = { instructions: [], payment_link: null, cardsAt: site };
  const { text } = paymentReminderEmail(statement, terms, site);
  expect(text).toContain(byCard);
  expect(text).not.toContain('will tell you how to pay');
});

it('a reminder has the instructions of the settings and the link [SET-01, PLK-01]', () => {
  const statement = { ...owed(7_000), charges: [], entries: [] };
  const { text } = paymentReminderEmail(statement, { instructions: ['Cash only'], payment_link: link }, site);
  expect(text).toContain('Cash only');
  expect(text).toContain('Pay $70.00 now: https://pay.example.com/school?ref=F-7K2M9&sum=7000');
});
