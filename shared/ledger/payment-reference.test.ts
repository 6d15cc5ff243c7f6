import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentReferenceSchema } from '#shared/ledger/references';
import { paymentReference } from './references.ts';

describe('paymentReference', () => {
  it.each([
    [[0, 1, 2, 3, 4], 'F-23456'],
    [[5, 17, 0, 18, 7], 'F-7K2L9'],
    [[31, 32, 63, 255, 224], 'F-Z2ZZ2'],
  ])('makes %j to %s', (bytes, reference) => {
    expect(paymentReference(Uint8Array.from(bytes))).toBe(reference);
  });

  it('uses each of 32 characters equally often, and none that is mistaken for another', () => {
    const all = Array.from({ length: 256 }, (_, byte) =>
      paymentReference(new Uint8Array(5).fill(byte)).slice(-1),
    );
    const counts = Object.values(Object.groupBy(all, (character) => character)).map((group) => group?.length);
    expect(counts).toEqual(Array(32).fill(8));
    expect(all.join('')).not.toMatch(/[01IO]/);
  });

  it('is a reference for any five bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (bytes) => {
        expect(paymentReferenceSchema.safeParse(paymentReference(bytes)).success).toBe(true);
      }),
    );
  });

  it.each(['F-7K2M', 'F-7K2M99', '7K2M9', 'F-7K2M1', 'F-7K2MI', 'F-7k2m9', 'F-7K2MO'])(
    'refuses %s as a reference',
    (text) => {
      expect(paymentReferenceSchema.safeParse(text).success).toBe(false);
    },
  );
});
