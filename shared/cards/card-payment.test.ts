import { describe, expect, it } from 'vitest';
import { bookingIdSchema } from '#shared/lib/ids';
import { signedCentsSchema } from '#shared/lib/money';
import { centsSchema } from '#shared/lib/values';
import { cardPaymentIssue, payableOf } from './card-payment.ts';
import { refundableOf } from './office.ts';

const cents = (amount: number) => centsSchema.parse(amount);
const bookingOf = (digit: string) => bookingIdSchema.parse(`bkg_${digit.repeat(26)}`);
const booking = bookingOf('0');
const statementOf = (balance: number, rest: number) =>
  ({
    balance: signedCentsSchema.parse(balance),
    charges: [{ booking_id: booking, rest: cents(rest) }],
  }) as never;

describe('what may be paid', () => {
  it.each([
    ['the balance', 13_500, 13_500, null, 13_500],
    ['one charge', 13_500, 2_500, booking, 2_500],
    ['a charge that another payment covers in part', 1_000, 2_500, booking, 1_000],
    ['nothing in credit', -500, 0, null, 0],
    ['nothing for a booking of another family', 500, 500, bookingOf('1'), 0],
  ])('is %s [CRD-01]', (_, balance, rest, of, payable) => {
    expect(payableOf(statementOf(balance, rest), of)).toBe(payable);
  });

  it.each([
    [13_500, 13_500, null],
    [50, 13_500, null],
    [49, 13_500, { code: 'invalid', message: 'Use at least $0.50' }],
    [13_501, 13_500, { code: 'invalid', message: 'Use at most $135.00' }],
    [100, 0, { code: 'nothingToPay' }],
  ])('is %i cents of %i [CRD-01] [CRD-07]', (amount, payable, issue) => {
    expect(cardPaymentIssue(cents(amount), cents(payable))).toEqual(issue);
  });
});

it.each([
  [1_000, 0, 1_000],
  [1_000, 400, 600],
  [1_000, 1_000, 0],
])('what may be refunded is %i less %i [CRD-04]', (paid, refunding, left) => {
  expect(refundableOf(cents(paid), refunding)).toBe(left);
});
