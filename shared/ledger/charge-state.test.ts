import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '#shared/ledger/entry';
import {
  anyLedger,
  bookingId,
  charge,
  counter,
  goodwill,
  lateCreditOf,
  payment,
  refund,
  sessionCreditOf,
  waiver,
} from '#shared/testing/ledgers';
import { date } from '#shared/testing/values';
import {
  balanceOf,
  type Charge,
  chargeStateText,
  creditedFor,
  ledgerTotals,
  settleCharges,
} from './balance.ts';

type Ledger = readonly [charges: readonly Charge[], entries: readonly LedgerEntry[]];

/** After every charge of these tests. */
const today = date('2026-12-31');
const settled = (...ledger: Ledger) => settleCharges(...ledger, today);

const states = (...ledger: Ledger) => settled(...ledger).charges.map(chargeStateText);

const [older, newer] = [charge(1, 10_000, 0, '2025-09-01'), charge(2, 6_000, 0, '2025-09-08')];

describe('settleCharges', () => {
  it.each<[string, ...Ledger, string[]]>([
    ['nothing came in', [older, newer], [], ['Open', 'Open']],
    ['the oldest charge is paid', [older, newer], [payment(1, 10_000)], ['Paid', 'Open']],
    ['everything is paid', [older, newer], [payment(1, 16_000)], ['Paid', 'Paid']],
  ])('settles the oldest charge first: %s', (_, charges, entries, expected) => {
    expect(states(charges, entries)).toEqual(expected);
  });

  it.each<[string, Ledger[1], string[]]>([
    ['all of it', [payment(1, 6_000, 2)], ['Open', 'Paid']],
    ['a part', [payment(1, 1_000, 2)], ['Open', 'Open, $50.00 left']],
    ['a payment for all follows', [payment(1, 6_000, 2), payment(2, 10_000)], ['Paid', 'Paid']],
    ['a payment for all came before', [payment(1, 12_000), payment(2, 4_000, 2)], ['Paid', 'Paid']],
  ])('settles the booking that a payment names: %s', (_, entries, expected) => {
    expect(states([older, newer], entries)).toEqual(expected);
  });

  it.each<[string, ...Ledger, string[]]>([
    ['an ending credits all', [charge(1, 2_000, 2_000)], [], ['Credited']],
    ['an ending credits a part', [charge(1, 18_000, 12_000)], [], ['Open, $60.00 left']],
    ['the rest is paid', [charge(1, 18_000, 12_000)], [payment(1, 6_000)], ['Paid']],
    ['credited for a session', [charge(1, 18_000)], [sessionCreditOf(1, 2_000)], ['Open, $160.00 left']],
    ['a credit stays with its booking', [older, newer], [sessionCreditOf(2, 6_000)], ['Open', 'Credited']],
    [
      'a credit above its charge, which no rule gives, is not lost',
      [charge(1, 2_000), newer],
      [sessionCreditOf(1, 3_000)],
      ['Credited', 'Open, $50.00 left'],
    ],
    ['a waiver', [older, newer], [waiver(1, 10_000)], ['Credited', 'Open']],
    [
      'goodwill after a payment',
      [older, newer],
      [goodwill(1, 6_000), payment(2, 10_000)],
      ['Paid', 'Credited'],
    ],
    ['a charge of nothing', [charge(1, 0)], [], ['Paid']],
  ])('tells credited from paid: %s', (_, charges, entries, expected) => {
    expect(states(charges, entries)).toEqual(expected);
  });

  it('gives what was paid for a booking to the others once it is credited', () => {
    const entries = [payment(1, 10_000, 1)];
    expect(states([older, newer], entries)).toEqual(['Paid', 'Open']);
    expect(states([{ ...older, ending_credit: older.amount }, newer], entries)).toEqual(['Credited', 'Paid']);
  });

  it.each<[string, Ledger[1], { inCredit: number; overdrawn: number }, string[]]>([
    ['more than was due', [payment(1, 17_000)], { inCredit: 1_000, overdrawn: 0 }, ['Paid', 'Paid']],
    [
      'more than that paid back',
      [payment(1, 16_000), refund(2, 1_000)],
      { inCredit: 0, overdrawn: 0 },
      ['Paid', 'Open, $10.00 left'],
    ],
    [
      'goodwill paid out, before any payment is touched',
      [payment(1, 10_000, 1), goodwill(2, 500), refund(3, 500)],
      { inCredit: 0, overdrawn: 0 },
      ['Paid', 'Open'],
    ],
    [
      'payments that name bookings paid back, the newest first',
      [payment(1, 10_000, 1), payment(2, 6_000, 2), refund(3, 7_000)],
      { inCredit: 0, overdrawn: 0 },
      ['Open, $10.00 left', 'Open'],
    ],
    ['paid back without a payment', [refund(1, 700)], { inCredit: 0, overdrawn: 700 }, ['Open', 'Open']],
  ])('keeps apart what is in credit and what is overdrawn: %s', (_, entries, over, expected) => {
    expect(settled([older, newer], entries)).toMatchObject(over);
    expect(states([older, newer], entries)).toEqual(expected);
  });

  it.each([
    payment(1, 10_000),
    payment(1, 10_000, 1),
    refund(1, 1_000),
    waiver(1, 1_000),
    goodwill(1, 1_000),
    sessionCreditOf(1, 2_000),
    lateCreditOf(1, 2_000),
  ])('is as before once a $kind of $cause.type is taken back', (entry) => {
    expect(settled([older, newer], [entry])).not.toEqual(settled([older, newer], []));
    expect(settled([older, newer], [counter(entry), entry])).toEqual(settled([older, newer], []));
  });

  it('says what of a charge is credited, paid and left', () => {
    const entries = [sessionCreditOf(1, 2_000), payment(1, 3_000)];
    expect(settled([older], entries).charges).toEqual([
      {
        booking_id: bookingId(1),
        day: '2025-09-01',
        amount: 10_000,
        credited: 2_000,
        paid: 3_000,
        rest: 5_000,
        status: 'open',
        openFrom: '2025-09-01',
      },
    ]);
  });

  it.each<[string, ...Ledger, string | null]>([
    ['of the oldest charge', [newer, older], [], '2025-09-01'],
    ['of the oldest that is open', [older, newer], [payment(1, 10_000)], '2025-09-08'],
    ['none when all is paid', [older, newer], [payment(1, 16_000)], null],
    ['none without a booking', [], [], null],
    ['none when a refund is covered', [], [payment(1, 900), refund(2, 900, '2025-10-01')], null],
    [
      'of the last refund, when nothing else is open',
      [],
      [refund(1, 100, '2025-10-08'), refund(2, 100, '2025-10-01')],
      '2025-10-08',
    ],
    [
      'of the last refund that stands',
      [],
      [refund(1, 100, '2025-10-01'), refund(2, 100, '2025-10-08'), counter(refund(2, 100, '2025-10-08'))],
      '2025-10-01',
    ],
  ])('knows since when the balance is open, the day %s', (_, charges, entries, day) => {
    expect(settled(charges, entries).openSince).toBe(day);
  });

  it('divides every charge and the balance exactly, to the cent', () => {
    fc.assert(
      fc.property(anyLedger, ({ charges, entries }) => {
        const state = settled(charges, entries);
        for (const { amount, credited, paid, rest, status } of state.charges) {
          expect(credited + paid + rest).toBe(amount);
          expect(Math.min(credited, paid, rest)).toBeGreaterThanOrEqual(0);
          expect(status === 'open').toBe(rest > 0);
          expect(status === 'paid').toBe(rest === 0 && (paid > 0 || amount === 0));
        }
        const open = state.charges.reduce((sum, { rest }) => sum + rest, 0);
        const balance = balanceOf(ledgerTotals(charges, entries));
        expect(open + state.overdrawn - state.inCredit).toBe(balance);
        expect(Math.min(open + state.overdrawn, state.inCredit)).toBe(0);
        expect(state.openSince !== null).toBe(balance > 0);
      }),
    );
  });

  it('does not depend on the order of bookings and entries', () => {
    fc.assert(
      fc.property(anyLedger, ({ charges, entries, shuffled }) => {
        expect(settled(shuffled.charges, shuffled.entries)).toEqual(settled(charges, entries));
      }),
    );
  });
});

describe('what a charge is settled by', () => {
  it('is counted for its booking alone, less what was taken back', () => {
    const taken = sessionCreditOf(1, 1_000);
    const entries = [sessionCreditOf(2, 500), lateCreditOf(1, 2_000), goodwill(3, 700), payment(4, 900, 1)];
    expect(creditedFor(charge(1, 10_000, 300), entries)).toBe(2_300);
    expect(creditedFor(charge(1, 10_000, 300), [...entries, taken])).toBe(3_300);
    expect(creditedFor(charge(1, 10_000, 300), [...entries, taken, counter(taken)])).toBe(2_300);
  });
});

it('a family owes an uncovered refund since its day, whatever came later [PAY-07]', () => {
  const later = { ...goodwill(2, 1_000), day: date('2025-10-01') };
  expect(settled([], [refund(1, 5_000, '2025-09-20'), later])).toMatchObject({
    overdrawn: 4_000,
    openSince: '2025-09-20',
  });
});
