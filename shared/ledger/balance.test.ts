import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '#shared/ledger/entry';
import { addDays } from '#shared/lib/calendar';
import { sum } from '#shared/lib/money';
import {
  anyLedger,
  bookingId,
  charge,
  counter,
  dueOn,
  goodwill,
  lateCreditOf,
  payment,
  refund,
  sessionCreditOf,
  waiver,
} from '#shared/testing/ledgers';
import { cents, date } from '#shared/testing/values';
import {
  balanceOf,
  type Charge,
  chargeStateText,
  creditedFor,
  dueBalance,
  duePlans,
  ledgerTotals,
  moneyFigures,
  settleCharges,
} from './balance.ts';

const balance = (...[charges, entries]: Parameters<typeof ledgerTotals>) =>
  balanceOf(ledgerTotals(charges, entries));

describe('ledgerTotals and balanceOf', () => {
  it('is the sum of charges, credits, payments and waivers in any order, to the cent', () => {
    fc.assert(
      fc.property(anyLedger, ({ charges, entries, shuffled, expectedBalance }) => {
        expect(balance(charges, entries)).toBe(expectedBalance);
        expect(ledgerTotals(shuffled.charges, shuffled.entries)).toEqual(ledgerTotals(charges, entries));
      }),
    );
  });
});

const figureNames = [
  'charged',
  'credited',
  'received',
  'due',
  'not_yet_due',
  'in_credit',
  'revenue',
] as const;

describe('moneyFigures', () => {
  it('adds up families without setting credit against what others owe, and what is due of it [DUE-02]', () => {
    const families = [
      { ...ledgerTotals([charge(1, 18_000)], [payment(1, 5_000)]), due: cents(13_000) },
      { ...ledgerTotals([charge(2, 2_000)], [payment(2, 6_000)]), due: cents(0) },
      { ...ledgerTotals([charge(3, 2_000)], [payment(3, 2_000)]), due: cents(0) },
      { ...ledgerTotals([charge(4, 2_000, 500)], [waiver(4, 300)]), due: cents(600) },
    ];
    expect(moneyFigures(families)).toEqual({
      charged: 24_000,
      credited: 800,
      received: 13_000,
      due: 13_600,
      not_yet_due: 600,
      in_credit: 4_000,
      revenue: 23_200,
    });
  });

  it('are the sums of those of each family, and add up for any ledgers on any day [DAY-02]', () => {
    const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays(date('2025-09-01'), days));
    fc.assert(
      fc.property(fc.array(anyLedger, { maxLength: 4 }), day, (ledgers, today) => {
        const families = ledgers.map(({ charges, entries }) => {
          const totals = ledgerTotals(charges, entries);
          return { ...totals, due: dueBalance(balanceOf(totals), duePlans(charges, entries), today).due };
        });
        const all = moneyFigures(families);
        expect(all.charged - all.credited - all.received).toBe(all.due + all.not_yet_due - all.in_credit);
        expect(all.revenue).toBe(all.charged - all.credited);
        const each = families.map((family) => moneyFigures([family]));
        for (const word of figureNames) expect(all[word]).toBe(sum(each.map((figures) => figures[word])));
        for (const word of ['due', 'not_yet_due', 'in_credit'] as const)
          expect(all[word]).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

type Ledger = readonly [charges: readonly Charge[], entries: readonly LedgerEntry[]];

/** After every charge of these tests. */
const endOfYear = date('2026-12-31');
const settled = (...ledger: Ledger) => settleCharges(...ledger, endOfYear);

const states = (...ledger: Ledger) => settled(...ledger).charges.map(chargeStateText);

const [older, newer] = [charge(1, 10_000, 0, '2025-09-01'), charge(2, 6_000, 0, '2025-09-08')];

describe('settleCharges', () => {
  it.each<[string, Ledger[1], string[]]>([
    ['nothing came in', [], ['Open', 'Open']],
    ['a payment names none', [payment(1, 10_000)], ['Paid', 'Open']],
    ['it names the newer one', [payment(1, 6_000, 2)], ['Open', 'Paid']],
    ['it is a part of that', [payment(1, 1_000, 2)], ['Open', 'Open, $50.00 left']],
    ['a payment for all follows', [payment(1, 6_000, 2), payment(2, 10_000)], ['Paid', 'Paid']],
    ['a payment for all came before', [payment(1, 12_000), payment(2, 4_000, 2)], ['Paid', 'Paid']],
  ])('settles the booking that a payment names, else the oldest charge: %s', (_, entries, expected) => {
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
    [
      'of a refund that is not covered, whatever came later',
      [],
      [refund(1, 5_000, '2025-09-20'), { ...goodwill(2, 1_000), day: date('2025-10-01') }],
      '2025-09-20',
    ],
  ])('knows since when the balance is open, the day %s [PAY-07]', (_, charges, entries, day) => {
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

const dueOf = (charges: readonly Charge[], entries: readonly LedgerEntry[], day: string) =>
  dueBalance(balanceOf(ledgerTotals(charges, entries)), duePlans(charges, entries), date(day));

const monthly = dueOn(charge(1, 9_000), '2025-10-01', '2025-11-01', '2025-12-01');
const other = charge(2, 5_000);

const figures = (...asked: Parameters<typeof dueOf>) => {
  const { due, later } = dueOf(...asked);
  return [due, ...later.map((part) => `${part.date} ${part.amount}`)];
};

describe('dueBalance', () => {
  it.each<[string, string, (number | string)[]]>([
    ['before the first date', '2025-09-30', [0, '2025-10-01 3000', '2025-11-01 3000', '2025-12-01 3000']],
    ['on the first date', '2025-10-01', [3_000, '2025-11-01 3000', '2025-12-01 3000']],
    ['after the last', '2026-01-01', [9_000]],
  ])('is what has become due: %s [DUE-01]', (_, day, expected) => {
    expect(figures([monthly], [], day)).toEqual(expected);
  });

  it.each<[string, LedgerEntry[], (number | string)[]]>([
    ['nothing came in', [], [8_000, '2025-11-01 3000', '2025-12-01 3000']],
    ['what is due is paid', [payment(1, 8_000)], [0, '2025-11-01 3000', '2025-12-01 3000']],
    ['a part of it', [payment(1, 6_500)], [1_500, '2025-11-01 3000', '2025-12-01 3000']],
    ['everything', [payment(1, 14_000)], [0]],
    ['more than everything', [payment(1, 15_000)], [0]],
    [
      'a credit reduces the last date',
      [sessionCreditOf(1, 1_000)],
      [8_000, '2025-11-01 3000', '2025-12-01 2000'],
    ],
    ['a credit of all', [lateCreditOf(1, 9_000)], [5_000]],
    ['a payment for the booking', [payment(1, 7_000, 1)], [5_000, '2025-12-01 2000']],
    ['more than the booking', [payment(1, 10_000, 1)], [4_000]],
    ['a waiver', [waiver(1, 1_000)], [7_000, '2025-11-01 3000', '2025-12-01 3000']],
  ])('counts what reduces it: %s [DUE-01]', (_, entries, expected) => {
    expect(figures([monthly, other], entries, '2025-10-15')).toEqual(expected);
  });

  it('together with what is later, less the credit, is the balance, on every day; charges say the same [DUE-01]', () => {
    fc.assert(
      fc.property(anyLedger, fc.nat(140), ({ charges, entries }, days) => {
        const today = addDays(date('2025-09-06'), days);
        const balance = balanceOf(ledgerTotals(charges, entries));
        const { due, later } = dueOf(charges, entries, today);
        expect(due + sum(later.map(({ amount }) => amount))).toBe(Math.max(0, balance));
        expect(later.every((part) => part.date > today && part.amount > 0)).toBe(true);
        const settled = settleCharges(charges, entries, today);
        const ahead = settled.charges.flatMap((state) => state.later ?? []);
        const rest = sum(settled.charges.map((state) => state.rest));
        expect(rest - sum(ahead.map(({ amount }) => amount)) + settled.overdrawn).toBe(due);
        const byDate = [...new Set(ahead.map((part) => part.date))].toSorted().map((day) => ({
          date: day,
          amount: sum(ahead.flatMap((part) => (part.date === day ? part.amount : []))),
        }));
        expect(later).toEqual(byDate);
        expect(settled.openSince !== null).toBe(due > 0);
      }),
      { numRuns: 500 },
    );
  });
});

it.each<[string, LedgerEntry[], string]>([
  ['2025-09-30', [], '$30.00 due Oct 1, 2025'],
  ['2025-10-01', [], 'Open, $30.00 due now'],
  ['2025-10-01', [payment(1, 3_000)], '$30.00 due Nov 1, 2025'],
  ['2025-11-01', [payment(1, 4_000)], 'Open, $20.00 due now'],
  ['2025-12-01', [], 'Open'],
  ['2025-12-01', [payment(1, 4_000)], 'Open, $50.00 left'],
  ['2025-09-30', [payment(1, 9_000)], 'Paid'],
  ['2025-09-30', [lateCreditOf(1, 9_000)], 'Credited'],
])('says of a charge on %s what is due of it [DUE-01, PAY-03]', (today, entries, text) => {
  expect(settleCharges([monthly], entries, date(today)).charges.map(chargeStateText)).toEqual([text]);
});
