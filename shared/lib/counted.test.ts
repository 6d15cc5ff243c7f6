import fc from 'fast-check';
import { expect, it } from 'vitest';
import { counted, grouped } from './text.ts';

it.each([
  [0, '0 places'],
  [1, '1 place'],
  [12, '12 places'],
])('%i reads "%s"', (count, text) => {
  expect(counted(count, 'place', 'places')).toBe(text);
});

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [12_345_678, '12,345,678'],
  [-1_000, '-1,000'],
])('%i is grouped as %s', (count, text) => {
  expect(grouped(count)).toBe(text);
});

it('groups any whole number as Intl does', () => {
  const engine = new Intl.NumberFormat('en-US');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      fc.pre(!Object.is(count, -0));
      expect(grouped(count)).toBe(engine.format(count));
    }),
  );
});
