import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedCentsSchema } from '#shared/lib/money';
import { cents, issuesOf } from '../testing/values.ts';
import { amountSchema, amountTextSchema, formatCents, readWhole } from './money.ts';

describe('formatCents', () => {
  it('agrees with Intl up to a billion dollars [PRC-19]', () => {
    const engine = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (amount) => {
        fc.pre(!Object.is(amount, -0));
        expect(formatCents(signedCentsSchema.parse(amount))).toBe(engine.format(amount / 100));
      }),
    );
    // Intl writes a minus here.
    expect(formatCents(signedCentsSchema.parse(-0))).toBe('$0.00');
  });
});

describe('amountSchema', () => {
  it.each([1, 2_000, 100_000_000])('takes %i cents', (amount) => {
    expect(amountSchema.parse(amount)).toBe(amount);
  });

  it.each([
    [0, ['Use at least $0.01']],
    [-1, ['Use at least $0.01']],
    [100_000_001, ['Use at most $1,000,000.00']],
    [1e14, ['Use at most $1,000,000.00']],
    [0.5, ['Use whole cents']],
    ['2000', ['Use whole cents']],
    [Number.NaN, ['Use whole cents']],
  ])('refuses %s: %j', (amount, issues) => {
    expect(issuesOf(amountSchema, amount)).toEqual(expect.arrayContaining(issues));
  });
});

describe('amountTextSchema', () => {
  it.each([
    ['0.01', 1],
    ['25', 2_500],
    [' 25.50 ', 2_550],
    ['1000000.00', 100_000_000],
    ['25,5', 2_550],
    ['US$ 25.00', 2_500],
    ['25 USD', 2_500],
    ['.5', 50],
    ['1,250.00', 125_000],
    ['1.250,00', 125_000],
    ['1 250,50', 125_050],
    ['1’000’000', 100_000_000],
    ['٢٢٫٥٠', 2_250],
    ['\u202a22.50\u202c', 2_250],
  ])('reads %j as %i cents', (text, amount) => {
    expect(amountTextSchema.parse(text)).toBe(amount);
  });

  it.each([
    ['', 'Please enter an amount'],
    ['  ', 'Please enter an amount'],
    ['0.00', 'Use at least $0.01'],
    ['-25', 'Use an amount without a minus'],
    ['25.555', 'Use at most two decimals'],
    ['0,250', 'Use at most two decimals'],
    ['-$25', 'Use an amount without a minus'],
    ['twenty', 'Use an amount like 25.00'],
    ['€25', 'Use an amount like 25.00'],
    ['1,250,50', 'Use an amount like 25.00'],
    ['1.250.50', 'Use an amount like 25.00'],
    ['25 50', 'Use an amount like 25.00'],
    ['.', 'Use an amount like 25.00'],
    ['1e3', 'Use an amount like 25.00'],
    ['+25', 'Use an amount like 25.00'],
    ['1000000.01', 'Use at most $1,000,000.00'],
    ['9'.repeat(400), 'Use at most $1,000,000.00'],
  ])('refuses %j: %s', (text, issue) => {
    expect(issuesOf(amountTextSchema, text)).toEqual([issue]);
  });

  it('reads every accepted amount as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (amount) => {
        const text = formatCents(cents(amount));
        expect(amountTextSchema.parse(text)).toBe(amount);
        expect(amountTextSchema.parse(text.replaceAll(/[$,]/g, ''))).toBe(amount);
        expect(amountTextSchema.parse(text.replaceAll(/[$,]/g, '').replace('.', ','))).toBe(amount);
      }),
    );
  });

  it('gives one refusal or an amount in the range for any text of digits and signs', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0159.,-−+$e x٢’') }), (text) => {
        const { data, error } = amountTextSchema.safeParse(text);
        expect(error?.issues ?? [data]).toHaveLength(1);
        expect(data === undefined || amountSchema.safeParse(data).success).toBe(true);
      }),
    );
  });
});

it.each([
  ['12', 12],
  [' 12 ', 12],
  ['007', 7],
  ['1,250', 1_250],
  ['1 250', 1_250],
  ['１２', 12],
  ['١٢', 12],
  ['\u202a12\u202c', 12],
  ['', undefined],
  [' ', undefined],
  ['12.0', undefined],
  ['12,5', undefined],
  ['1.250', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['twelve', undefined],
])('the whole number %j is %s', (text, value) => {
  expect(readWhole(text)).toBe(value);
});
