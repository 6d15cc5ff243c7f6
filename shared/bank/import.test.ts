import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerTotals } from '#shared/ledger/balance';
import { paymentDayIssue } from '#shared/ledger/entry';
import { bankRowSchema, paymentReference } from '#shared/ledger/references';
import { addDays } from '#shared/lib/calendar';
import { familyIdSchema } from '#shared/lib/ids';
import { signedCentsSchema } from '#shared/lib/money';
import { calendarDateSchema, centsSchema } from '#shared/lib/values';
import {
  type MatchedFamily,
  matchRow,
  namesPerson,
  retainedRowUntil,
  severalFamilies,
  sharesIssue,
} from './import.ts';

const idOf = (n: number) => familyIdSchema.parse(`fam_${String(n).padStart(26, '0')}`);
const cents = (amount: number) => signedCentsSchema.parse(amount);
const family = (n: number, more: Partial<MatchedFamily> = {}): MatchedFamily => ({
  ...ledgerTotals([], []),
  parent_id: idOf(n),
  payers: new Set(),
  due: centsSchema.parse(Math.max(0, more.charged ?? 0)),
  ...more,
});
const rowOf = (text: string, amount = 2_000) =>
  bankRowSchema.parse({ day: '2026-02-13', amount, text, payer: '', id: 'x'.repeat(43) });

describe('the family of a row', () => {
  const families = [
    family(1, { reference: 'F-7K2M9', second_reference: 'ABCD10345TFC', charged: cents(2_000) }),
    family(2, { reference: 'F-ABCDE', payers: new Set(['known']), charged: cents(3_000) }),
  ];

  it.each([
    ['F-7K2M9', 'reference', 1],
    ['rent f 7k 2m9 thanks', 'reference', 1],
    ['KREF+F7K2M9SVWZ+X', 'reference', 1],
    ['abcd1o345tfc', 'reference', 1],
    ['ABCDIO345TFC', 'reference', 1],
    ['Thank you', 'amount', 1],
  ])('is found by %s', (text, by, n) => {
    expect(matchRow(rowOf(text), families, undefined)).toEqual({ by, parent_id: idOf(n) });
  });

  it('is found by the payer before the amount', () => {
    expect(matchRow(rowOf('Thank you'), families, 'known')).toEqual({ by: 'payer', parent_id: idOf(2) });
  });

  it.each([
    ['what is due', 1_500, 1],
    ['all that it owes', 4_500, 1],
    ['neither', 3_000, undefined],
  ])('is found by %s [BNK-03, DUE-01]', (_, amount, n) => {
    const dated = family(1, { charged: cents(4_500), due: centsSchema.parse(1_500) });
    expect(matchRow(rowOf('Thank you', amount), [dated], undefined)?.parent_id).toBe(n && idOf(n));
  });

  it('is nobody where two families fit', () => {
    const equal = [family(1, { charged: cents(2_000) }), family(2, { charged: cents(2_000) })];
    expect(matchRow(rowOf('Thank you'), equal, undefined)).toBeUndefined();
    expect(matchRow(rowOf('F-7K2M9 F-ABCDE'), families, undefined)).toBeUndefined();
    expect(matchRow(rowOf('Thank you', 1_999), families, undefined)).toBeUndefined();
  });

  it('finds every reference anywhere, in any writing', () => {
    const aReference = fc
      .uint8Array({ minLength: 5, maxLength: 5 })
      .map((random) => paymentReference(random));
    fc.assert(
      fc.property(aReference, fc.nat(3), fc.boolean(), (reference, at, isSmall) => {
        const broken = `${reference.slice(0, at)} ${reference.slice(at)}`;
        const text = `//0 ${isSmall ? broken.toLowerCase() : broken}. 0`;
        const found = matchRow(rowOf(text), [family(1, { reference })], undefined);
        expect(found).toEqual({ by: 'reference', parent_id: idOf(1) });
      }),
    );
  });
});

it('a row has the references of several families, or of one alone [BNK-05]', () => {
  const families = [family(1, { reference: 'F-7K2M9' }), family(2, { reference: 'F-ABCDE' })];
  const idsOf = (text: string) => severalFamilies(rowOf(text), families).map(({ parent_id }) => parent_id);
  expect(idsOf('F-7K2M9 and F-ABCDE')).toEqual([idOf(1), idOf(2)]);
  expect(idsOf('F-7K2M9')).toEqual([]);
});

it.each([
  [[1, 2], [700, 77], undefined],
  [[1, 2, 3], [700, 76, 1], undefined],
  [[1, 2], [700, 76], 'These add up to $7.76. The payment is $7.77'],
  [[1, 2], [700, 78], 'These add up to $7.78. The payment is $7.77'],
  [[1, 1], [700, 77], 'Name each family once'],
])('$7.77 for families %j by %j: %s [BNK-05]', (families, amounts, issue) => {
  const parts = families.map((n, place) => ({
    parent_id: idOf(n),
    amount: centsSchema.parse(amounts[place]),
  }));
  expect(sharesIssue(centsSchema.parse(777), parts)).toBe(issue);
});

it.each([
  ['Novak, Ana Maria', '', true],
  ['for ana', 'NOVAK', true],
  ['Ana Smith', '', false],
  ['Novak', '', false],
  ['for suharto', '', true],
  ['mail ANA.NOVAK@example.com', '', true],
  ['', '+44 7700 900123', true],
  ['', '07700 900124', false],
  ['invoice 4711', '', false],
])('a row of %j by %j names a family: %s [EME-07]', (text, payer, isNamed) => {
  const names = namesPerson({
    names: ['Ana Novak', 'Suharto', '?'],
    email: 'ana.novak@example.com',
    phone: '07700 900123',
  });
  expect(names({ text, payer })).toBe(isNamed);
});

it('a row is found by no address of a family that has none [EME-07]', () => {
  const names = namesPerson({ names: ['Ana Novak'], email: '', phone: '07700 900123' });
  expect(names({ text: 'invoice 4711', payer: '' })).toBe(false);
});

const aDay = fc
  .integer({ min: 0, max: 365 * 30 })
  .map((days) => addDays(calendarDateSchema.parse('2020-01-01'), days));
const dayOf = (date: Date) => calendarDateSchema.parse(date.toISOString().slice(0, 10));

it('keeps a row until its payment cannot be recorded any more, and at most six weeks longer [BNK-02, BNK-03]', () => {
  fc.assert(
    fc.property(aDay, (day) => {
      const until = dayOf(retainedRowUntil(day));
      expect(paymentDayIssue(day, until)).not.toBeNull();
      // Clocks and time zones of a bank and a school differ by two days at most.
      expect(paymentDayIssue(day, addDays(until, -2))).not.toBeNull();
      expect(paymentDayIssue(day, addDays(until, -42))).toBeNull();
    }),
  );
});
