import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '#shared/ledger/entry';
import { addDays } from '#shared/lib/calendar';
import { sum } from '#shared/lib/money';
import {
  anyLedger,
  charge,
  dueOn,
  lateCreditOf,
  payment,
  sessionCreditOf,
  waiver,
} from '#shared/testing/ledgers';
import { date } from '#shared/testing/values';
import {
  balanceOf,
  type Charge,
  chargeStateText,
  dueBalance,
  duePlans,
  ledgerTotals,
  settleCharges,
} from './balance.ts';

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
