import fc from 'fast-check';
import type { Charge } from '#shared/ledger/balance';
import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import { addDays } from '#shared/lib/calendar';
import { bookingIdSchema, idempotencyKeySchema, slotIdSchema } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import { cents, date, instant } from './values.ts';

const slotId = slotIdSchema.parse('slt_01K4F0000000000000000000AA');

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

const opening = (number: number, amount: number): LedgerEntry => ({
  ...common(amount),
  kind: 'opening',
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

export const counter = (entry: LedgerEntry): LedgerEntry => {
  if (entry.kind === 'counter') throw new Error('A counter-entry cannot be taken back');
  return {
    ...common(entry.amount),
    kind: 'counter',
    cause: { type: 'counter', entry: ledgerEntryKey(entry.cause) },
    countered: entry.kind,
  };
};

const anyAmount = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 30_000 }));

/** What an entry does to a balance, reimplemented independently of the product. */
const effects = { payment: -1, refund: 1, credit: -1, waiver: -1, opening: 1 } as const;

/** The due dates of a charge, ascending; none for one that is due at once. */
const anyDueDates = fc.oneof(
  fc.constant<string[]>([]),
  fc
    .uniqueArray(fc.nat(120), { minLength: 1, maxLength: 6 })
    .map((days) =>
      days.toSorted((one, other) => one - other).map((days) => addDays(date('2025-09-06'), days)),
    ),
);

/** A family's bookings, at most six, each with credits within its amount, in cents. */
const anyCharges = fc
  .array(
    fc
      .tuple(anyAmount, fc.nat(100), fc.nat(100), fc.boolean(), anyDueDates)
      .map(([amount, ended, session, isLate, dates]) => {
        const ending = Math.floor((amount * ended) / 100);
        const credit = Math.floor(((amount - ending) * session) / 100);
        return { amount, ending, credit, isLate, dates };
      }),
    { maxLength: 6 },
  )
  .map((bookings) => ({
    charges: bookings.map(({ amount, ending, dates }, index) => {
      const charged = charge(index + 1, amount, ending);
      return dates.length > 0 ? dueOn(charged, ...dates) : charged;
    }),
    credits: bookings.flatMap(({ credit, isLate }, index) => {
      if (credit === 0) return [];
      return [isLate ? lateCreditOf(index + 1, credit) : sessionCreditOf(index + 1, credit)];
    }),
  }));

/** Entries that administrators record. A payment may name any booking; every other one of these is its amount. */
const anyRecorded = (charges: readonly Charge[]) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom('paid', 'named', 'refunded', 'waived', 'goodwill', 'opened'),
        anyAmount,
        fc.nat(5),
      ),
      { maxLength: 10 },
    )
    .map((recorded) =>
      recorded.map(([what, amount, booking], index): LedgerEntry => {
        switch (what) {
          case 'named': {
            const number = booking % Math.max(1, charges.length);
            const full = charges[number]?.amount ?? amount;
            return payment(index, amount % 2 === 0 ? full : amount, charges.length === 0 ? null : number + 1);
          }
          case 'refunded':
            return refund(index, amount);
          case 'waived':
            return waiver(index, amount);
          case 'opened':
            return opening(index, amount);
          case 'goodwill':
            return goodwill(
              index,
              amount,
              amount % 2 === 0 && charges.length > 0 ? 1 + (booking % charges.length) : null,
            );
          default:
            return payment(index, amount);
        }
      }),
    );

const shuffled = <Item>(items: readonly Item[]) =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

/** Any family's bookings and entries, the same in another order, and its balance, counted by hand. */
export const anyLedger = anyCharges.chain(({ charges, credits }) =>
  anyRecorded(charges)
    .chain((recorded) => {
      const made = [...credits, ...recorded];
      return fc.tuple(fc.constant(made), fc.subarray(made));
    })
    .chain(([made, takenBack]) => {
      const entries = [...made, ...takenBack.map(counter)];
      const effective = made.filter((entry) => !takenBack.includes(entry));
      const booked = sum(charges.map(({ amount, ending_credit }) => amount - ending_credit));
      const effect = (entry: LedgerEntry) =>
        entry.kind === 'counter' ? 0 : effects[entry.kind] * entry.amount;
      return fc.record({
        charges: fc.constant(charges),
        entries: fc.constant(entries),
        shuffled: fc.record({ charges: shuffled(charges), entries: shuffled(entries) }),
        expectedBalance: fc.constant(booked + sum(effective.map(effect))),
      });
    }),
);
