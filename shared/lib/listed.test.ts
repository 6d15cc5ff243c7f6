import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listed } from './text.ts';

it.each([
  [[], ''],
  [['Leo'], 'Leo'],
  [['Leo', 'Mia'], 'Leo and Mia'],
  [['Leo', 'Mia', 'Zoe'], 'Leo, Mia, and Zoe'],
])('%j reads "%s"', (names, text) => {
  expect(listed(names)).toBe(text);
});

it('agrees with Intl on any names', () => {
  const engine = new Intl.ListFormat('en', { type: 'conjunction' });
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
      expect(listed(names)).toBe(engine.format(names));
    }),
  );
});
