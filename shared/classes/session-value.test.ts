import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#shared/testing/values';
import { sessionValues } from './pricing.ts';

describe('sessionValues', () => {
  it.each([
    [18_000, 9, Array(9).fill(2_000)],
    [6_000, 1, [6_000]],
    [10_000, 3, [3_334, 3_333, 3_333]],
    [6_000, 7, [858, 857, 857, 857, 857, 857, 857]],
    [2, 3, [1, 1, 0]],
    [0, 2, [0, 0]],
    [2_000, 0, []],
  ])('%i cents for %i sessions', (amount, count, values) => {
    expect(sessionValues(cents(amount), count)).toEqual(values);
  });

  it('is the amount in all, with the larger values first and a cent between them at most', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.integer({ min: 1, max: 60 }), (amount, count) => {
        const values = sessionValues(cents(amount), count);
        expect(values).toHaveLength(count);
        expect(values.reduce((total, value) => total + value, 0)).toBe(amount);
        expect(values).toEqual(values.toSorted((one, other) => other - one));
        expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
