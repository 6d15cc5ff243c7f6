import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerEntryKeySchema } from '#shared/ledger/entry';
import type { StatementCharge, StatementEntry } from '#shared/ledger/statement';
import { classIdSchema } from '#shared/lib/ids';
import { signedCentsSchema, sum } from '#shared/lib/money';
import { anyLedger, bookingId } from '#shared/testing/ledgers';
import { cents, date, instant } from '#shared/testing/values';
import { ledgerTotals, moneyFigures } from './balance.ts';
import { amountIn, balanceLabel, balanceText, ledgerLines } from './ledger-lines.ts';

const riverside = {
  id: classIdSchema.parse(`cls_${'0'.repeat(26)}`),
  class_type: 'juniorballerz',
  venue: 'Riverside',
} as const;

const charge = (overrides: Partial<StatementCharge> = {}): StatementCharge => ({
  booking_id: bookingId(1),
  day: date('2025-09-01'),
  amount: cents(18_000),
  status: 'open',
  rest: cents(18_000),
  child_name: 'Mia',
  is_trial: false,
  class: riverside,
  ending: null,
  ...overrides,
});

const entry = (overrides: Partial<StatementEntry>): StatementEntry => ({
  key: ledgerEntryKeySchema.parse('ATTEMPT#one'),
  kind: 'payment',
  amount: cents(2_000),
  day: date('2025-09-02'),
  recorded_at: instant('2025-09-02T10:00:00.000Z'),
  method: null,
  class: null,
  booking_id: null,
  session_date: null,
  countered: null,
  note: null,
  taken_back: false,
  ...overrides,
});

const textsOf = (charges: StatementCharge[], entries: StatementEntry[]) =>
  ledgerLines({ charges, entries }).map(({ text, amount }) => [text, Number(amount)]);

describe('ledgerLines', () => {
  it('add up to the words of the school’s money, and to the balance, for any ledger [DAY-02]', () => {
    fc.assert(
      fc.property(anyLedger, ({ charges, entries, expectedBalance }) => {
        const lines = ledgerLines({
          charges: charges.map(({ amount, booking_id, ending_credit: credit }) =>
            charge({
              booking_id,
              amount,
              ending: credit > 0 ? { reason: 'cancelled', day: date('2025-09-05'), credit } : null,
            }),
          ),
          entries: entries.map(({ kind, amount, ...made }) =>
            entry({ kind, amount, countered: 'countered' in made ? made.countered : null }),
          ),
        });
        const figures = moneyFigures([{ ...ledgerTotals(charges, entries), due: cents(0) }]);
        for (const word of ['charged', 'credited', 'received'] as const)
          expect(sum(lines.map((line) => amountIn(line, word) ?? 0))).toBe(figures[word]);
        expect(sum(lines.map(({ amount }) => amount))).toBe(expectedBalance);
      }),
    );
  });

  it.each([
    ['a full program', charge(), 'Full program: Mia, Juniorballerz, Riverside', 18_000],
    ['a trial', charge({ is_trial: true }), 'Trial session: Mia, Juniorballerz, Riverside', 18_000],
    ['a class that is gone', charge({ class: null }), 'Full program: Mia', 18_000],
  ])('names the child and the class of %s [PAY-04]', (_, booked, text, amount) => {
    expect(textsOf([booked], [])).toEqual([[text, amount]]);
  });

  it.each([
    ['cancelled', 'Booking cancelled'],
    ['removed', 'Booking removed by the school'],
    ['moved', 'Moved to another class'],
    ['upgraded', 'Trial continued as a full program'],
    ['trial-over', 'Trial over'],
    ['class-deleted', 'Class ended by the school'],
    ['account-deleted', 'Account deleted'],
  ] as const)('has a line for the credit of a booking that ended as %s', (reason, text) => {
    const ending = { reason, day: date('2025-09-05'), credit: cents(16_000) };
    expect(textsOf([charge({ ending })], [])).toEqual([
      [`${text}: Mia, Juniorballerz, Riverside`, -16_000],
      ['Full program: Mia, Juniorballerz, Riverside', 18_000],
    ]);
    expect(textsOf([charge({ ending: { ...ending, credit: cents(0) } })], [])).toHaveLength(1);
  });

  it.each([
    [entry({ method: 'bank-transfer' }), 'Payment, bank transfer', -2_000],
    [
      entry({ method: 'cash', class: riverside, booking_id: bookingId(1) }),
      'Payment, cash: Juniorballerz, Riverside',
      -2_000,
    ],
    [entry({ kind: 'refund', method: 'card' }), 'Refund, card', 2_000],
    [entry({ kind: 'credit' }), 'Credit', -2_000],
    [
      entry({ kind: 'credit', class: riverside, booking_id: bookingId(1), session_date: date('2025-09-13') }),
      'Credit for the session on Sep 13, 2025: Juniorballerz, Riverside',
      -2_000,
    ],
    [
      entry({ kind: 'credit', class: riverside, booking_id: bookingId(1) }),
      'Credit for a cancelled booking: Juniorballerz, Riverside',
      -2_000,
    ],
    [entry({ kind: 'waiver' }), 'Waiver', -2_000],
    [entry({ kind: 'counter', countered: 'payment' }), 'Taken back: payment', 2_000],
    [entry({ kind: 'counter', countered: 'refund' }), 'Taken back: refund', -2_000],
    [entry({ kind: 'counter', countered: 'waiver' }), 'Taken back: waiver', 2_000],
  ])('%# says what an entry is and what it adds to the balance [PAY-04]', (one, text, amount) => {
    expect(textsOf([], [one])).toEqual([[text, amount]]);
  });

  it('tells lines apart, and says of each whether it was taken back and can be', () => {
    const ending = { reason: 'cancelled', day: date('2025-09-05'), credit: cents(16_000) } as const;
    const charges = [charge({ ending }), charge({ booking_id: bookingId(2), ending })];
    const lines = ledgerLines({ charges, entries: [entry({ note: 'Cash box', taken_back: true })] });
    expect(new Set(lines.map(({ id }) => id)).size).toBe(5);
    expect(lines.map(({ note, isTakenBack, entry: key }) => [note, isTakenBack, key])).toEqual([
      ...[1, 2].map(() => [null, false, null]),
      ['Cash box', true, 'ATTEMPT#one'],
      ...[1, 2].map(() => [null, false, null]),
    ]);
  });

  it('has the latest day first, and of one day the latest entry', () => {
    const first = entry({ kind: 'waiver', key: ledgerEntryKeySchema.parse('ATTEMPT#first') });
    const second = entry({ kind: 'credit', key: ledgerEntryKeySchema.parse('ATTEMPT#second') });
    const earlier = entry({ kind: 'payment', day: date('2025-08-30') });
    expect(textsOf([charge()], [first, second, earlier]).map(([text]) => text)).toEqual([
      'Credit',
      'Waiver',
      'Full program: Mia, Juniorballerz, Riverside',
      'Payment',
    ]);
  });
});

it.each([
  [2_000, 2_000, 'You owe $20.00', '$20.00 open'],
  [2_000, 500, 'You owe $5.00', '$5.00 open, $15.00 not due yet'],
  [2_000, 0, 'Nothing is due yet', '$20.00 not due yet'],
  [0, 0, 'Nothing is open', 'Nothing is open'],
  [-2_050, 0, 'You are $20.50 in credit', '$20.50 in credit'],
])(
  'balanceText and balanceLabel say of %d, of which %d is due, "%s" and "%s" [DUE-01]',
  (total, amount, text, label) => {
    const dues = { balance: signedCentsSchema.parse(total), due: cents(amount) };
    expect(balanceText(dues)).toBe(text);
    expect(balanceLabel(dues)).toBe(label);
  },
);
