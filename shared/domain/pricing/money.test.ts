import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedCentsSchema } from '#shared/schemas/signed-cents';
import { cents } from '#shared/testing/values';
import { formatCents, parseDollars } from './money.ts';

describe('formatCents', () => {
  it.each([
    [2_500, '$25.00'],
    [125_000, '$1,250.00'],
    [0, '$0.00'],
    [5, '$0.05'],
    [50, '$0.50'],
    [1_999, '$19.99'],
    [100_000_001, '$1,000,000.01'],
  ])('%i cents read %s [PRC-19]', (amount, text) => {
    expect(formatCents(cents(amount))).toBe(text);
  });

  it.each([
    // Intl writes a minus here.
    [-0, '$0.00'],
    [-5, '-$0.05'],
    [-2_000, '-$20.00'],
    [-125_000, '-$1,250.00'],
  ])('%i cents read %s [PRC-19]', (amount, text) => {
    expect(formatCents(signedCentsSchema.parse(amount))).toBe(text);
  });

  it('agrees with Intl up to a billion dollars [PRC-19]', () => {
    const engine = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (amount) => {
        fc.pre(!Object.is(amount, -0));
        expect(formatCents(signedCentsSchema.parse(amount))).toBe(engine.format(amount / 100));
      }),
    );
  });
});

describe('parseDollars', () => {
  it.each([
    ['20', 2_000],
    ['20.5', 2_050],
    ['20.55', 2_055],
    ['0', 0],
    ['0.00', 0],
    ['0.07', 7],
    // Products with a fraction in floating point: 1.15 * 100 is 114.99999999999999.
    ['1.15', 115],
    ['4.35', 435],
    ['1.005', null],
    ['007', 700],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    ['90071992547409.92', null],
    ['', null],
    [' ', null],
    [' 20', null],
    ['20\n', null],
    ['-20', null],
    ['+20', null],
    ['$20', null],
    ['1,250', null],
    ['20.', null],
    ['.5', null],
    ['20.555', null],
    ['20.5.5', null],
    ['2e3', null],
    ['0x14', null],
    ['NaN', null],
    ['Infinity', null],
    ['٢٠', null],
  ])('%j is %s', (text, amount) => {
    expect(parseDollars(text)).toBe(amount);
  });

  it('parses every formatted amount up to a trillion dollars [PRC-19]', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000_000_000), (amount) => {
        expect(parseDollars(formatCents(cents(amount)).replaceAll(/[$,]/g, ''))).toBe(amount);
      }),
    );
  });

  it('takes any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const amount = parseDollars(text);
        expect(amount === null || Number.isSafeInteger(amount)).toBe(true);
      }),
    );
  });
});
