import { isDeepStrictEqual } from 'node:util';
import { listBookingsOfSlot, type StoredBooking } from '#functions/booking/bookings';
import { listEndedCharges } from '#functions/booking/ended-bookings';
import { readFigures } from '#functions/classes/classes';
import { dueOfLedger } from '#functions/ledger/due-plans';
import { listLedgerEntries } from '#functions/ledger/entries';
import { placeMark } from '#functions/ledger/ledger';
import { chargesOf } from '#functions/ledger/statement';
import {
  has,
  ignoring,
  inTransaction,
  inWrite,
  leftOut,
  type Mutant,
  unconditional,
  type Write,
  withWrites,
} from '#infra/testing/mutants/mutant';
import { sampleToday } from '#infra/testing/samples/samples';
import type { BookingSystem } from '#infra/testing/services/booking-system';
import { balanceOf, dueBalance, duePlans, ledgerTotals } from '#shared/ledger/balance';
import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import { addDays } from '#shared/lib/calendar';
import { sum } from '#shared/lib/money';
import type { MoneyWorld } from './run.ts';

type MoneyRule =
  | 'a slot counts its bookings and their amounts'
  | 'a child has a place once'
  | 'an erased family has no booking'
  | 'the marks of a ledger are the live bookings'
  | 'of two siblings at once one has the discount'
  | 'a booking is live or ended, once'
  | 'the sums of a ledger are those of a recount'
  | 'what is due on any day is that of a recount'
  | 'credits never exceed their charge'
  | 'a row of a file is one payment';

/** The last due date of a booking lies within these days. */
const daysAhead = 70;

/** Entries without those that were taken back. */
const effective = (entries: readonly LedgerEntry[]): LedgerEntry[] => {
  const taken = new Set(entries.flatMap(({ cause }) => (cause.type === 'counter' ? [cause.entry] : [])));
  return entries.filter(({ kind, cause }) => kind !== 'counter' && !taken.has(ledgerEntryKey(cause)));
};

/** Recounts the money of all families to the cent, and returns the rules that are broken and the number of discounts. */
export const checkMoney = async (
  system: BookingSystem,
  { classes, families, erased, file, pairs }: MoneyWorld,
): Promise<{ readonly broken: readonly MoneyRule[]; readonly discounts: number }> => {
  const broken = new Set<MoneyRule>();
  const check = (holds: boolean, rule: MoneyRule) => {
    if (!holds) broken.add(rule);
  };
  const { table, timeZone } = system;
  const { slotRevenue } = await readFigures(table);
  const live: StoredBooking[] = [];
  for (const { id } of classes)
    for (const slot of (await system.classNow(id)).time_slots) {
      const roster = await listBookingsOfSlot(table, slot.id, { consistent: true });
      const isCounted =
        slot.current_bookings === roster.length &&
        slotRevenue.get(slot.id) === sum(roster.map(({ amount }) => amount));
      check(isCounted, 'a slot counts its bookings and their amounts');
      live.push(...roster);
    }
  const places = live.map(({ time_slot_id, child_id }) => `${time_slot_id} ${child_id}`);
  check(new Set(places).size === places.length, 'a child has a place once');
  check(
    live.every(({ parent_id }) => parent_id !== erased.profile.id),
    'an erased family has no booking',
  );
  for (const pair of pairs)
    check(
      pair.length < 2 || pair.filter(Boolean).length === 1,
      'of two siblings at once one has the discount',
    );
  let discounts = 0;
  const payments: LedgerEntry[] = [];
  for (const family of families) {
    const { id } = family.profile;
    const ended = await listEndedCharges(table, id);
    const bookings = live.filter(({ parent_id }) => parent_id === id);
    discounts += [...bookings, ...ended].filter(({ discount }) => discount).length;
    const ids = [...bookings, ...ended].map((booking) => booking.id);
    check(new Set(ids).size === ids.length, 'a booking is live or ended, once');
    const ledger = await system.accountOf(family);
    if (!ledger) throw new Error('A family has a ledger, also after it is erased');
    check(
      isDeepStrictEqual(ledger.places, new Set(bookings.map(placeMark))),
      'the marks of a ledger are the live bookings',
    );
    const entries = await listLedgerEntries(table, id);
    payments.push(...effective(entries));
    const charges = chargesOf({ bookings, ended, entries }, timeZone);
    const recount = ledgerTotals(charges, entries);
    const { charged, credited, waived, received } = ledger;
    check(
      isDeepStrictEqual({ charged, credited, waived, received }, recount),
      'the sums of a ledger are those of a recount',
    );
    const plans = duePlans(charges, entries);
    for (let days = 0; days < daysAhead; days += 1) {
      const day = addDays(sampleToday, days);
      check(
        isDeepStrictEqual(dueOfLedger(ledger, day), dueBalance(balanceOf(recount), plans, day)),
        'what is due on any day is that of a recount',
      );
    }
    check(
      bookings.every((booking) => booking.credited <= booking.amount),
      'credits never exceed their charge',
    );
  }
  for (const { row, family } of file) {
    const times = payments.filter(
      ({ cause, amount }) => cause.type === 'row' && cause.row === row.id && amount === row.amount,
    ).length;
    // Of a family that is erased, a row may have no payment.
    check(times === 1 || (times === 0 && family === erased), 'a row of a file is one payment');
  }
  return { broken: [...broken], discounts };
};

/** A defect that breaks a certain rule. */
interface MoneyMutant extends Mutant {
  readonly rule: MoneyRule;
}

const importedRow = inTransaction('"type":"row"', '"kind":"payment"');
const freedRow = '"state":"taken-back"';
const placesAsRead = 'places = :placesRead';
const endedPlace = inWrite('DELETE places :place');

/** An update with another value or name where it has the placeholder. */
const withPart =
  (part: 'ExpressionAttributeNames' | 'ExpressionAttributeValues', placeholder: string, value: unknown) =>
  (write: Write): object => {
    const { Update } = write;
    const parts: unknown = Update && Reflect.get(Update, part);
    if (typeof parts !== 'object' || parts === null || !(placeholder in parts)) return write;
    return { Update: { ...Update, [part]: { ...parts, [placeholder]: value } } };
  };

export const moneyMutants: readonly MoneyMutant[] = [
  {
    name: 'a row of a bank file counts again when it is imported again',
    rule: 'the sums of a ledger are those of a recount',
    intercept: unconditional(importedRow),
  },
  {
    name: 'a row of a bank file becomes a payment of two families',
    rule: 'a row of a file is one payment',
    intercept: unconditional(importedRow),
  },
  {
    name: 'a payment that is taken back does not free its row',
    rule: 'a row of a file is one payment',
    intercept: leftOut(inTransaction(freedRow), has(freedRow)),
  },
  {
    name: 'the end of a booking leaves the mark by which its siblings have a discount',
    rule: 'the marks of a ledger are the live bookings',
    intercept: withWrites(endedPlace, (writes) =>
      writes.map(withPart('ExpressionAttributeValues', ':place', new Set(['none']))),
    ),
  },
  {
    name: 'two siblings at once are both booked as the first one',
    rule: 'of two siblings at once one has the discount',
    intercept: ignoring(inTransaction(placesAsRead), placesAsRead),
  },
  {
    name: 'a credit reduces the first part instead of the last one',
    rule: 'what is due on any day is that of a recount',
    intercept: withWrites(inWrite('"#by":"credited"'), (writes) =>
      writes.map(withPart('ExpressionAttributeNames', '#by', 'paid')),
    ),
  },
  {
    name: 'an ending gives back the price without its discount',
    rule: 'the sums of a ledger are those of a recount',
    intercept: withWrites(endedPlace, (writes) =>
      writes.map((write) => {
        const record = write.Put && Reflect.get(write.Put, 'Item');
        const { ended, discount } = Object(record);
        if (!ended || !discount || ended.credit === 0) return write;
        const credit = ended.credit + discount.amount;
        return { Put: { ...write.Put, Item: { ...record, ended: { ...ended, credit } } } };
      }),
    ),
  },
];
