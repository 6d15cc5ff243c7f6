import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LedgerEntryCause } from '#shared/ledger/entry';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { bookingId } from '#shared/testing/ledgers';
import { morning, noon } from '#shared/testing/session-calendars';
import { date } from '#shared/testing/values';
import {
  counter,
  goodwill,
  lateCreditOf,
  payment,
  refund,
  sessionCreditOf,
  waiver,
} from '../testing/ledgers.ts';
import { issuesOf } from '../testing/values.ts';
import { ledgerEntryKey, ledgerEntrySchema, paymentDayIssue, retainedUntil } from './entry.ts';

const entries = [
  payment(1, 2_000),
  payment(2, 2_000, 1),
  refund(3, 500),
  waiver(4, 100),
  goodwill(5, 100),
  sessionCreditOf(1, 2_000),
  lateCreditOf(1, 2_000),
  counter(payment(1, 2_000)),
] as const;

describe('ledgerEntrySchema', () => {
  it.each(entries)('drops names and free text of a $kind of $cause.type', (entry) => {
    const personal = {
      child_name: 'Mia',
      parent_id: 'a',
      full_name: 'Ada Jones',
      reason: 'Mia was ill',
      reference: 'Mia Jones, September',
    };
    expect(ledgerEntrySchema.parse({ ...entry, ...personal })).toEqual(entry);
  });

  it('keeps what the class was, and no coach', () => {
    const snapshot = { id: 'cls_01J6Z3W8Q4V5N7M2K9R1T0XYZA', class_type: 'miniballerz', venue: 'Meadow' };
    const entry = { ...sessionCreditOf(1, 2_000), class: { ...snapshot, coach_name: 'Sam Okafor' } };
    expect(ledgerEntrySchema.parse(entry)).toEqual({ ...entry, class: snapshot });
  });

  it.each([0, -1, 0.5, '2000', null])('refuses the amount %j', (amount) => {
    expect(ledgerEntrySchema.safeParse({ ...payment(1, 2_000), amount }).success).toBe(false);
  });

  it.each(['day', 'recorded_at', 'cause', 'made_by', 'kind'])('refuses an entry without %s', (field) => {
    const entry = Object.fromEntries(Object.entries(payment(1, 2_000)).filter(([name]) => name !== field));
    expect(ledgerEntrySchema.safeParse(entry).success).toBe(false);
  });

  it('refuses a charge: a booking is its own', () => {
    expect(ledgerEntrySchema.safeParse({ ...payment(1, 2_000), kind: 'charge' }).success).toBe(false);
  });

  it('refuses a counter-entry of a counter-entry', () => {
    const taken = counter(payment(1, 2_000));
    const again = { ...taken, cause: { type: 'counter', entry: ledgerEntryKey(taken.cause) } };
    expect(issuesOf(ledgerEntrySchema, again)).toEqual(['cause.entry: A counter-entry cannot be taken back']);
  });
});

const anyAttempt = fc
  .string({ unit: fc.constantFrom('a', 'B', '0', '_', '-'), minLength: 16, maxLength: 20 })
  .map((attempt): LedgerEntryCause => ({ type: 'attempt', attempt: idempotencyKeySchema.parse(attempt) }));
const anyBooking = fc.nat(1).map(bookingId);
const anyEnding = anyBooking.map((booking_id): LedgerEntryCause => ({ type: 'ending', booking_id }));
const anySession = fc
  .tuple(
    anyBooking,
    fc.constantFrom(date('2025-09-06'), date('2025-09-13')),
    fc.constantFrom(morning.id, noon.id),
    fc.nat(1),
  )
  .map(
    ([booking_id, day, slot_id, calendar_version]): LedgerEntryCause => ({
      type: 'session',
      booking_id,
      date: day,
      slot_id,
      calendar_version,
    }),
  );
const anyFirstCause = fc.oneof(anyAttempt, anyEnding, anySession);
const anyCause = fc.oneof(
  anyFirstCause,
  anyFirstCause.map((cause): LedgerEntryCause => ({ type: 'counter', entry: ledgerEntryKey(cause) })),
);

describe('ledgerEntryKey', () => {
  it('differs between any two causes, and between no equal ones', () => {
    fc.assert(
      fc.property(anyCause, anyCause, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(ledgerEntryKey(one) === ledgerEntryKey(other)).toBe(isSame);
      }),
    );
  });
});

describe('paymentDayIssue', () => {
  it.each([
    ['2026-03-05', '2026-03-05', null],
    ['2026-03-04', '2026-03-05', null],
    ['2021-03-05', '2026-03-05', null],
    ['2026-03-06', '2026-03-05', 'This date is in the future'],
    ['2021-03-04', '2026-03-05', 'Use a date of the last 5 years'],
    ['2023-03-01', '2028-02-29', null],
  ])('of a payment on %s that is recorded on %s is %j', (day, today, issue) => {
    expect(paymentDayIssue(date(day), date(today))).toBe(issue);
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([
  ['2025-09-06T12:30:00.000Z', '2031-09-06T12:30:00.000Z'],
  ['2026-02-28T09:00:00.000Z', '2032-02-28T09:00:00.000Z'],
  ['2025-12-31T23:59:59.999Z', '2031-12-31T23:59:59.999Z'],
])('keeps what is erased at %s for six years, until %s', (erasedAt, until) => {
  for (const timeZone of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']) {
    vi.stubEnv('TZ', timeZone);
    expect(retainedUntil(new Date(erasedAt)).toISOString()).toBe(until);
  }
});
