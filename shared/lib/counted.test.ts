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

it('groups any whole number as Intl does', () => {
  const engine = new Intl.NumberFormat('en-US');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      fc.pre(!Object.is(count, -0));
      expect(grouped(count)).toBe(engine.format(count));
    }),
  );
});
