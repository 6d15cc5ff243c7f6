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
import type { MoneyRule } from './check.ts';

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
