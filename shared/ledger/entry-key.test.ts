import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntryCause } from '#shared/ledger/entry';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { bookingId } from '#shared/testing/ledgers';
import { morning, noon } from '#shared/testing/session-calendars';
import { date } from '#shared/testing/values';
import { ledgerEntryKey } from './entry.ts';

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
