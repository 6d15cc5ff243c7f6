import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ending } from '#shared/booking/endings';
import { sessionValues } from '#shared/classes/pricing';
import { sum } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import { FamilyModel, hasPlace, type ModelBooking } from '#shared/testing/family-model';
import { bookingId } from '#shared/testing/ledgers';
import { date } from '#shared/testing/values';
import { balanceOf, ledgerTotals, settleCharges } from './balance.ts';

const endings = [
  { reason: 'account-deleted' },
  { reason: 'class-deleted' },
  { reason: 'removed', credit: 'charge' },
  { reason: 'removed', credit: 'sessions' },
  { reason: 'removed', credit: 'nothing' },
] as const;

const pick = <Item>(items: readonly Item[], number: number): Item =>
  items[number % items.length] ?? expect.unreachable();

type Operation = (family: FamilyModel, one: number, other: number) => boolean;

const sessionOf = (family: FamilyModel, one: number, other: number) => {
  const inClass = pick(family.classes, one);
  return [inClass, pick(inClass.sessions, other).date] as const;
};

/** One that was cancelled, where there is one. */
const cancelledOf = (family: FamilyModel, one: number, other: number) => {
  const [inClass, day] = sessionOf(family, one, other);
  return [
    inClass,
    [...inClass.cancelledBy.keys()].at(other % Math.max(1, inClass.cancelledBy.size)) ?? day,
  ] as const;
};

const operations = {
  wait: (family, one) => family.wait(one % 60),
  waitForDays: (family, one) => family.wait((one % 8) * 24),
  bookProgram: (family, one) => family.book(pick(family.classes, one), false),
  bookTrial: (family, one) => family.book(pick(family.classes, one), true),
  cancel: (family) => family.end({ reason: 'cancelled' }),
  end: (family, one) => family.end(pick(endings, one)),
  endTrial: (family) => family.endTrial(),
  keepTrial: (family) => family.keepTrial(),
  move: (family) => family.move(),
  cancelWithCredit: (family, one, other) => family.cancelSession(...sessionOf(family, one, other), 'credit'),
  cancelWithMakeUp: (family, one, other) => family.cancelSession(...sessionOf(family, one, other), 'make-up'),
  cancelAndDecideLater: (family, one, other) =>
    family.cancelSession(...sessionOf(family, one, other), 'later'),
  creditSession: (family, one, other) => family.creditSession(...cancelledOf(family, one, other)),
  bringBack: (family, one, other) => family.bringBack(...cancelledOf(family, one, other)),
  changeVenue: (family, one) => family.changeVenue(pick(family.classes, one)),
  creditLate: (family) => family.creditLate(),
  takeBack: (family, one) => family.takeBack([...family.entries.values()].at(-1 - (one % 4))),
} satisfies Record<string, Operation>;

const names = Object.keys(operations) as (keyof typeof operations)[];

const anyHistory = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...names,
      ...(['wait', 'wait', 'bookProgram', 'bookProgram', 'bookTrial', 'cancel', 'creditLate'] as const),
    ),
    fc.nat(999),
    fc.nat(999),
  ),
  { minLength: 40, maxLength: 60, size: 'max' },
);

/** What the entries credit of a booking for a cause, without those that were taken back. */
const creditedByEntries = (family: FamilyModel, { number }: ModelBooking, day?: string): number => {
  const takenBack = [...family.entries.values()].flatMap((entry) =>
    entry.kind === 'counter' ? [String(entry.cause.entry)] : [],
  );
  return sum(
    [...family.entries].flatMap(([key, { cause, amount }]) => {
      const isOwn = 'booking_id' in cause && cause.booking_id === bookingId(number);
      const isMeant = day === undefined || (cause.type === 'session' && cause.date === day);
      return isOwn && isMeant && !takenBack.includes(key) ? [amount] : [];
    }),
  );
};

const worthOf = ({ amount, dates }: ModelBooking, chosen: readonly string[]): number => {
  const values = sessionValues(amount, dates.length);
  return sum(dates.map((day, index) => (chosen.includes(day) ? (values[index] ?? 0) : 0)));
};

/** Whether an administrator chose the credit, and not the sessions left. */
const isChosen = (ending: Ending): boolean => ending.reason === 'removed' && ending.credit !== 'sessions';

/** Whether the money for a session stays with a booking: the child has the place, or had it when the session was held. */
const isPaidBy = (booking: ModelBooking, day: CalendarDate): boolean => {
  const wasHeld = booking.ended?.held.includes(day) && !booking.inClass.cancelledBy.has(day);
  return booking.dates.includes(day) && (hasPlace(booking) || wasHeld === true);
};

describe('the money of bookings that change', () => {
  it('is tried with histories in which everything happens', () => {
    const happened = new Map<string, number>();
    for (const history of fc.sample(anyHistory, { seed: 1, numRuns: 200 })) {
      const family = new FamilyModel();
      const done = history.filter(([name, one, other]) => operations[name](family, one, other));
      for (const [name] of done) happened.set(name, (happened.get(name) ?? 0) + 1);
    }
    expect(names.filter((name) => (happened.get(name) ?? 0) < 10)).toEqual([]);
  });

  it('credits of a charge never more than the charge, whatever happens in which order', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const family = new FamilyModel();
        for (const [name, one, other] of history) {
          operations[name](family, one, other);
          const { bookings } = family;
          const credited = bookings.map(
            (booking) => (booking.ended?.credit ?? 0) + creditedByEntries(family, booking),
          );
          expect(credited).toEqual(bookings.map((booking) => booking.credited));
          expect(bookings.filter(({ amount }, index) => (credited[index] ?? 0) > amount)).toEqual([]);
          const overpaid = bookings.flatMap((booking) =>
            booking.dates.filter((day) => creditedByEntries(family, booking, day) > worthOf(booking, [day])),
          );
          expect(overpaid).toEqual([]);
        }
        const left = sum(family.bookings.map(({ amount, credited }) => amount - credited));
        const entries = [...family.entries.values()];
        expect(balanceOf(ledgerTotals(family.charges, entries))).toBe(left);
        const { charges } = settleCharges(family.charges, entries, date('2030-01-01'));
        expect(charges.map(({ rest }) => rest)).toEqual(
          family.bookings.map(({ amount, credited }) => amount - credited),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('charges and credits every session once', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const family = new FamilyModel();
        for (const [name, one, other] of history) {
          const { live } = family;
          operations[name](family, one, other);
          // What an ending leaves charged are the sessions that were held, to the cent.
          if (live?.ended && live.ended.ending.reason !== 'upgraded' && !isChosen(live.ended.ending))
            expect(live.amount - live.credited - live.ended.suggested).toBe(worthOf(live, live.ended.held));
          for (const inClass of family.classes) {
            const own = family.bookings.filter((booking) => booking.inClass === inClass);
            const payers = inClass.sessions.map(({ date: day }) =>
              own.filter((booking) => isPaidBy(booking, day)),
            );
            expect(Math.max(...payers.map(({ length }) => length))).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('charges a trial and its upgrade together never above the programme on the day of the trial', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const family = new FamilyModel();
        for (const [name, one, other] of history) operations[name](family, one, other);
        for (const trial of family.bookings.filter(({ keptAs }) => keptAs))
          expect(trial.amount + (trial.keptAs?.amount ?? 0)).toBeLessThanOrEqual(trial.programPrice);
      }),
      { numRuns: 200 },
    );
  });
});
