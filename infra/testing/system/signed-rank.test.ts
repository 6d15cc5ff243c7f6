import { describe, expect, it } from 'vitest';
import { signedRankScore } from './signed-rank.ts';

/** Numbers between 0 and 1 that are the same in every run (a linear congruential generator). */
const noise = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

const pairs = (shift: number) => {
  const random = noise(1);
  return Array.from({ length: 200 }, () => [random() + shift, random()] as const);
};

describe('signedRankScore', () => {
  it('stays near zero for noise', () => {
    expect(Math.abs(signedRankScore(pairs(0)))).toBeLessThan(2);
  });

  it('finds a difference of a fifth of the noise in 200 pairs, and on which side it is', () => {
    expect(signedRankScore(pairs(1 / 5))).toBeGreaterThan(4);
    expect(signedRankScore(pairs(-1 / 5))).toBeLessThan(-4);
  });

  it('is hardly moved by an outlier', () => {
    const [, ...others] = pairs(0);
    const with100 = signedRankScore([[100, 0], ...others]);
    expect(signedRankScore([[1_000_000, 0], ...others])).toBe(with100);
    expect(Math.abs(with100 - signedRankScore(pairs(0)))).toBeLessThan(0.5);
  });

  it('gives what the textbook does for a small sample', () => {
    // Differences 1, -2, 3: the positive ranks 1 and 3 add up to 4, 3 are expected, the variance is 3.5.
    expect(
      signedRankScore([
        [1, 0],
        [0, 2],
        [3, 0],
      ]),
    ).toBeCloseTo(1 / Math.sqrt(3.5));
  });

  it('is zero where nothing differs', () => {
    expect(signedRankScore([[1, 1]])).toBe(0);
  });
});
