import { isDeepStrictEqual } from 'node:util';
import { chargesOf } from '#functions/across/statement';
import { dueOfLedger } from '#functions/ledger/due-plans';
import {
  has,
  ignoring,
  inTransaction,
  inWrite,
  leftOut,
  type Mutant,
  unconditional,
  withPart,
  withWrites,
} from '#infra/testing/mutants/mutant';
import { sampleToday } from '#infra/testing/samples/samples';
import type { BookingSystem } from '#infra/testing/services/booking-system';
import { balanceOf, dueBalance, duePlans, ledgerTotals } from '#shared/ledger/balance';
import type { LedgerEntry } from '#shared/ledger/entry';
import { addDays } from '#shared/lib/calendar';
import {
  bookingsOf,
  brokenByMoney,
  brokenBySlot,
  effectiveEntries,
  type MoneyRule,
  readMoney,
  readSlot,
  type SlotRule,
} from '../recount.ts';
import type { MoneyWorld } from './run.ts';

type Rule =
  | MoneyRule
  | SlotRule
  | 'of two siblings at once one has the discount'
  | 'what is due on any day is that of a recount'
  | 'a row of a file is one payment';

/** The last due date of a booking lies within these days. */
const daysAhead = 70;

/** Recounts the money of all families to the cent, and returns the rules that are broken and the number of discounts. */
export const checkMoney = async (
  system: BookingSystem,
  { classes, families, erased, file, pairs }: MoneyWorld,
): Promise<{ readonly broken: readonly Rule[]; readonly discounts: number }> => {
  const { table, timeZone } = system;
  const present = await Promise.all(classes.map(({ id }) => system.classNow(id)));
  const slots = await Promise.all(
    present.flatMap(({ time_slots }) => time_slots).map((slot) => readSlot(table, slot)),
  );
  const accounts = await readMoney(
    table,
    families.map(({ id }) => id),
  );
  const broken = new Set<Rule>();
  const check = (holds: boolean, rule: Rule) => {
    if (!holds) broken.add(rule);
  };
  for (const slot of slots) for (const { rule } of brokenBySlot(slot)) broken.add(rule);
  for (const pair of pairs)
    check(
      pair.length < 2 || pair.filter(Boolean).length === 1,
      'of two siblings at once one has the discount',
    );
  let discounts = 0;
  const payments: LedgerEntry[] = [];
  for (const account of accounts) {
    const { parent, ledger, ended, entries } = account;
    if (!ledger) throw new Error('A family has a ledger, also after it is erased');
    check(account.isDeleted === (parent === erased.id), 'no booking of a deleted family');
    for (const { rule } of brokenByMoney(account, slots)) broken.add(rule);
    const bookings = bookingsOf(slots, parent);
    discounts += [...bookings, ...ended].filter(({ discount }) => discount).length;
    payments.push(...effectiveEntries(entries));
    const charges = chargesOf({ bookings, ended: [...ended], entries: [...entries] }, timeZone);
    const plans = duePlans(charges, [...entries]);
    const balance = balanceOf(ledgerTotals(charges, [...entries]));
    for (let days = 0; days < daysAhead; days += 1) {
      const day = addDays(sampleToday, days);
      check(
        isDeepStrictEqual(dueOfLedger(ledger, day), dueBalance(balance, plans, day)),
        'what is due on any day is that of a recount',
      );
    }
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
  readonly rule: Rule;
}

const importedRow = inTransaction('"type":"row"', '"kind":"payment"');
const freedRow = '"state":"taken-back"';
const placesAsRead = 'places = :placesRead';
const endedPlace = inWrite('DELETE places :place');

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
