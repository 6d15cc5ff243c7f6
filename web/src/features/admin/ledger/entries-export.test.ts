import { expect, it } from 'vitest';
import { ledgerEntryKeySchema } from '#shared/ledger/entry';
import type { ManagedStatement } from '#shared/ledger/statement';
import { familyIdSchema } from '#shared/lib/ids';
import { bookingId } from '#shared/testing/ledgers';
import { cents, date, instant } from '#shared/testing/values';
import { entryRowsOf } from './entries-export.tsx';

const ended: ManagedStatement['charges'][number] = {
  booking_id: bookingId(1),
  day: date('2025-09-01'),
  amount: cents(18_000),
  status: 'credited',
  rest: cents(0),
  child_name: 'Mia',
  is_trial: false,
  class: null,
  ending: { reason: 'removed', day: date('2025-09-03'), credit: cents(18_000) },
  ended_by_name: 'Olu Owner',
};

const payment: ManagedStatement['entries'][number] = {
  key: ledgerEntryKeySchema.parse('ATTEMPT#one'),
  kind: 'payment',
  amount: cents(2_000),
  day: date('2025-09-02'),
  recorded_at: instant('2025-09-02T10:00:00.000Z'),
  method: 'cash',
  class: null,
  booking_id: null,
  session_date: null,
  countered: null,
  note: null,
  taken_back: false,
  made_by_name: 'Ann Admin',
};

it('names who recorded an entry and who ended a booking, and nobody for the booking [PAY-01]', () => {
  const family = {
    parent_id: familyIdSchema.parse('fam_01J8Z000000000000000000001'),
    full_name: null,
    email: null,
    reference: null,
    charges: [ended],
    entries: [payment],
  };
  const rows = entryRowsOf(family, { from: date('2025-09-01'), until: date('2025-09-30') });
  expect(rows.map(({ line, madeBy }) => [line.text, madeBy])).toEqual([
    ['Booking removed by the school: Mia', 'Olu Owner'],
    ['Payment, cash', 'Ann Admin'],
    ['Full program: Mia', null],
  ]);
});
