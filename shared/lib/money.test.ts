import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedCentsSchema } from '#shared/lib/money';
import { cents } from '#shared/testing/values';
import { formatCents } from './money.ts';

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
