import { describe, expect, it } from 'vitest';
import { randomFrom } from '../random.ts';
import { signedRankScore } from './signed-rank.ts';

const pairs = (shift: number) => {
  const random = randomFrom(1);
  return Array.from({ length: 200 }, () => [random.next() + shift, random.next()] as const);
};

describe('signedRankScore', () => {
  it('stays near zero for noise', () => {
    expect(Math.abs(signedRankScore(pairs(0)))).toBeLessThan(2);
  });

  it('finds a shift of a fifth of the range in 200 pairs, and its direction', () => {
    expect(signedRankScore(pairs(1 / 5))).toBeGreaterThan(4);
    expect(signedRankScore(pairs(-1 / 5))).toBeLessThan(-4);
  });

  it('changes little with an outlier', () => {
    const [, ...others] = pairs(0);
    const with100 = signedRankScore([[100, 0], ...others]);
    expect(signedRankScore([[1_000_000, 0], ...others])).toBe(with100);
    expect(Math.abs(with100 - signedRankScore(pairs(0)))).toBeLessThan(0.5);
  });

  it('equals the textbook value of a small sample', () => {
    // Differences 1, -2, 3: the positive ranks 1 and 3 add up to 4, the expected sum is 3, the variance 3.5.
    expect(
      signedRankScore([
        [1, 0],
        [0, 2],
        [3, 0],
      ]),
    ).toBeCloseTo(1 / Math.sqrt(3.5));
  });

  it('is zero without differences', () => {
    expect(signedRankScore([[1, 1]])).toBe(0);
  });
});
