import { expect, it } from 'vitest';
import { compareWaits } from './data.ts';

const waitOf = (dataMs: number) => ({
  dataMs,
  firstPaintMs: 400,
  largestPaintMs: 600,
  kilobytes: 250,
  boundMs: 800,
});
const visits = (cold: readonly number[], warm: readonly number[]) =>
  cold.map((ms, index) => ({ cold: waitOf(ms), warm: waitOf(warm[index] ?? Number.NaN) }));

it('gives the wait for the first data, cold and warm, beside another commit and the bound [NET-03]', () => {
  const now = visits([1_600, 9_000, 1_200], [900, 800, 100]);
  const other = visits([2_000, 3_000, 3_200], [1_000, 1_600, 1_000]);
  expect(compareWaits('`/parent`, parent', now, other)).toEqual([
    expect.objectContaining({ '': 'cold', 'first data ms': '1600 / 3000 = 0.53', '× bound': 2 }),
    expect.objectContaining({ '': 'warm', 'first data ms': '800 / 1000 = 0.8', '× bound': 1 }),
  ]);
  expect(compareWaits('`/parent`, parent', now, undefined)[0]).toMatchObject({
    'first data ms': 1_600,
    KB: 250,
  });
});
