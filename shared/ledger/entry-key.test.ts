import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntryCause } from '#shared/ledger/entry';
import { idempotencyKeySchema } from '#shared/lib/ids';
import {
  bookingId,
  counter,
  goodwill,
  lateCreditOf,
  payment,
  refund,
  sessionCreditOf,
} from '#shared/testing/ledgers';
import { morning, noon } from '#shared/testing/session-calendars';
import { date } from '#shared/testing/values';
import { ledgerEntryKey } from './entry.ts';

const keyOf = ({ cause }: { cause: LedgerEntryCause }) => ledgerEntryKey(cause);

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
  it('is the same for the same attempt, whatever it records', () => {
    expect(keyOf(payment(1, 2_000))).toBe(keyOf(refund(1, 500)));
    expect(keyOf(payment(1, 2_000))).not.toBe(keyOf(payment(2, 2_000)));
  });

  it('is the same for a session that is credited again for one cancellation', () => {
    const credit = sessionCreditOf(1, 2_000, '2025-09-13', 4);
    expect(keyOf(sessionCreditOf(1, 1_900, '2025-09-13', 4))).toBe(keyOf(credit));
  });

  it('differs when a session that was brought back is cancelled again', () => {
    expect(keyOf(sessionCreditOf(1, 2_000, '2025-09-13', 6))).not.toBe(
      keyOf(sessionCreditOf(1, 2_000, '2025-09-13', 4)),
    );
  });

  it('is one for all credits after the ending of a booking', () => {
    expect(keyOf(lateCreditOf(1, 2_000))).toBe(keyOf(lateCreditOf(1, 500)));
  });

  it('lets an entry be taken back once', () => {
    expect(keyOf(counter(goodwill(1, 500)))).toBe(keyOf(counter(goodwill(1, 500))));
    expect(keyOf(counter(goodwill(1, 500)))).not.toBe(keyOf(counter(goodwill(2, 500))));
  });

  it('differs between any two causes, and between no equal ones', () => {
    fc.assert(
      fc.property(anyCause, anyCause, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(ledgerEntryKey(one) === ledgerEntryKey(other)).toBe(isSame);
      }),
    );
  });
});
