import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunk } from './items.ts';

it('keeps every element in order, in full chunks but for the last', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 10 }), (list, size) => {
      const chunks = chunk(list, size);
      expect(chunks.flat()).toEqual(list);
      expect(chunks.slice(0, -1).every(({ length }) => length === size)).toBe(true);
      expect(chunks.every(({ length }) => length > 0 && length <= size)).toBe(true);
    }),
  );
});
