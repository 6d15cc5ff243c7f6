import fc from 'fast-check';
import type { Charge } from '#shared/domain/ledger/balance';
import { sum } from '#shared/domain/lists/sum';
import { addDays } from '#shared/domain/time/calendar';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import {
  charge,
  counter,
  dueOn,
  goodwill,
  lateCreditOf,
  payment,
  refund,
  sessionCreditOf,
  waiver,
} from './ledger-samples.ts';
import { date } from './values.ts';

const anyAmount = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 30_000 }));

/** What an entry does to a balance, reimplemented independently of the product. */
const effects = { payment: -1, refund: 1, credit: -1, waiver: -1 } as const;

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
      fc.tuple(fc.constantFrom('paid', 'named', 'refunded', 'waived', 'goodwill'), anyAmount, fc.nat(5)),
      {
        maxLength: 10,
      },
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
