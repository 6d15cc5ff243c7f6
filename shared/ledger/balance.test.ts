import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/lib/calendar';
import { sum } from '#shared/lib/money';
import { anyLedger, charge, goodwill, payment, refund, waiver } from '#shared/testing/ledgers';
import { cents, date } from '#shared/testing/values';
import {
  addTotals,
  balanceOf,
  chargeTotals,
  dueBalance,
  duePlans,
  entryTotals,
  ledgerTotals,
  moneyFigures,
} from './balance.ts';

const balance = (...[charges, entries]: Parameters<typeof ledgerTotals>) =>
  balanceOf(ledgerTotals(charges, entries));

describe('ledgerTotals and balanceOf', () => {
  it.each([
    ['nothing', [], [], 0],
    ['a payment', [charge(1, 18_000)], [payment(1, 5_000)], 13_000],
    ['a waiver', [charge(1, 18_000)], [waiver(1, 500)], 17_500],
  ])('%s: the balance is the sum', (_, charges, entries, expected) => {
    expect(balance(charges, entries)).toBe(expected);
  });

  it('is right for bookings of the version before, which have no entries and no ending', () => {
    expect(ledgerTotals([charge(1, 18_000), charge(2, 2_000)], [])).toEqual({
      charged: 20_000,
      credited: 0,
      waived: 0,
      received: 0,
    });
  });

  it('is the sum of charges, credits, payments and waivers in any order, to the cent', () => {
    fc.assert(
      fc.property(anyLedger, ({ charges, entries, shuffled, expectedBalance }) => {
        expect(balance(charges, entries)).toBe(expectedBalance);
        expect(ledgerTotals(shuffled.charges, shuffled.entries)).toEqual(ledgerTotals(charges, entries));
      }),
    );
  });
});

describe('chargeTotals and entryTotals', () => {
  it('added to counters one after the other give what a recount gives', () => {
    fc.assert(
      fc.property(anyLedger, ({ charges, entries }) => {
        const changes = [...charges.map(chargeTotals), ...entries.map(entryTotals)];
        const counters = changes.reduce((kept, change) => addTotals([kept, change]), addTotals([]));
        expect(counters).toEqual(ledgerTotals(charges, entries));
      }),
    );
  });
});

describe('the revenue of moneyFigures', () => {
  it.each([
    ['without endings and credits what was charged', [charge(1, 18_000), charge(2, 2_000)], [], 20_000],
    ['less goodwill', [charge(1, 18_000)], [goodwill(1, 500)], 17_500],
    ['not changed by payments and refunds', [charge(1, 18_000)], [payment(1, 900), refund(2, 100)], 18_000],
  ])('is %s [DAY-02]', (_, charges, entries, expected) => {
    expect(moneyFigures([{ ...ledgerTotals(charges, entries), due: cents(0) }]).revenue).toBe(expected);
  });
});

const words = ['charged', 'credited', 'received', 'due', 'not_yet_due', 'in_credit', 'revenue'] as const;

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
        for (const word of words) expect(all[word]).toBe(sum(each.map((figures) => figures[word])));
        for (const word of ['due', 'not_yet_due', 'in_credit'] as const)
          expect(all[word]).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
