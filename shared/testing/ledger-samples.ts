import type { Charge } from '#shared/domain/ledger/balance';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { bookingIdSchema, idempotencyKeySchema, slotIdSchema } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { cents, date, instant } from './values.ts';

const slotId = slotIdSchema.parse('slt_01K4F0000000000000000000AA');

/** Ids that sort by their number. */
export const bookingId = (number: number) => bookingIdSchema.parse(`bkg_${String(number).padStart(26, '0')}`);
const attempt = (number: number) => ({
  type: 'attempt' as const,
  attempt: idempotencyKeySchema.parse(`attempt-${String(number).padStart(16, '0')}`),
});

const common = (amount: number, day = '2025-09-06') => ({
  amount: cents(amount),
  day: date(day),
  recorded_at: instant(`${day}T10:00:00.000Z`),
  made_by: null,
});

/** The booking with this number; older ones have smaller numbers. */
export const charge = (number: number, amount: number, endingCredit = 0, day = '2025-09-06'): Charge => ({
  booking_id: bookingId(number),
  day: date(day),
  amount: cents(amount),
  ending_credit: cents(endingCredit),
});

/** The same charge with due dates of its own. */
export const dueOn = (charged: Charge, ...dates: readonly string[]): Charge => ({
  ...charged,
  due_dates: dates.map(date),
});

/** Entries, each of the attempt with this number; a payment may name a booking by its number. */
export const payment = (number: number, amount: number, named: number | null = null): LedgerEntry => ({
  ...common(amount),
  kind: 'payment',
  cause: attempt(number),
  method: 'bank-transfer',
  booking_id: named === null ? null : bookingId(named),
  class: null,
});

export const refund = (number: number, amount: number, day?: string): LedgerEntry => ({
  ...common(amount, day),
  kind: 'refund',
  cause: attempt(number),
  method: 'cash',
});

export const waiver = (number: number, amount: number): LedgerEntry => ({
  ...common(amount),
  kind: 'waiver',
  cause: attempt(number),
});

/** Goodwill, which may reduce a booking by its number. */
export const goodwill = (number: number, amount: number, reduced: number | null = null): LedgerEntry => ({
  ...common(amount),
  kind: 'credit',
  cause: attempt(number),
  ...(reduced !== null && { reduces: bookingId(reduced) }),
  class: null,
});

/** The credit of a session of the booking with this number, by the cancellation that made a calendar version. */
export const sessionCreditOf = (
  number: number,
  amount: number,
  day = '2025-09-13',
  version = 1,
): LedgerEntry => ({
  ...common(amount),
  kind: 'credit',
  cause: {
    type: 'session',
    booking_id: bookingId(number),
    date: date(day),
    slot_id: slotId,
    calendar_version: version,
  },
  class: null,
});

/** The credit that an administrator gave after the booking with this number ended. */
export const lateCreditOf = (number: number, amount: number): LedgerEntry => ({
  ...common(amount),
  kind: 'credit',
  cause: { type: 'ending', booking_id: bookingId(number) },
  class: null,
});

/** Takes an entry back. */
export const counter = (entry: LedgerEntry): LedgerEntry => {
  if (entry.kind === 'counter') throw new Error('A counter-entry cannot be taken back');
  return {
    ...common(entry.amount),
    kind: 'counter',
    cause: { type: 'counter', entry: ledgerEntryKey(entry.cause) },
    countered: entry.kind,
  };
};
