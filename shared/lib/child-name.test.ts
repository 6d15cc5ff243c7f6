import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childNameKey } from './fold-text.ts';

describe('childNameKey', () => {
  it.each([
    ['other case', 'Mia Jones', 'MIA jones'],
    ['spaces around', 'Mia Jones', '  Mia Jones\n'],
    ['more than one space between', 'Mia Jones', 'Mia \t  Jones'],
    ['a space that does not break', 'Mia Jones', 'Mia\u00a0Jones'],
    ['composed and decomposed accents', 'Zo\u00eb', 'Zoe\u0308'],
    ['accents in other case', 'ZO\u00cb', 'zoe\u0308'],
    ['sharp s', 'Strauß', 'STRAUSS'],
    ['capital sharp s', 'STRAUẞ', 'Strauss'],
    ['final sigma', 'Νίκος', 'ΝΊΚΟΣ'],
    ['a ligature', 'Griﬃn', 'Griffin'],
    ['kinds of apostrophe', "D'Arcy O'Neill", 'D’Arcy Oʼneill'],
    ['kinds of hyphen', 'Anna-Lena', 'Anna\u2011Lena'],
    ['invisible characters', 'Mia Jones', '\u202aMia\u200b Jones\u00ad\u202c'],
    ['full-width letters', 'Mia', 'Ｍｉａ'],
  ])('is equal for %s', (_, one, other) => {
    expect(childNameKey(other)).toBe(childNameKey(one));
  });

  it.each([
    ['another name', 'Mia', 'Mya'],
    ['accents', 'Zoe', 'Zoë'],
    ['a word more', 'Mia', 'Mia Jones'],
    ['words run together', 'Mia Jo', 'Miajo'],
    ['a hyphen', 'Anna Lena', 'Anna-Lena'],
  ])('differs for %s', (_, one, other) => {
    expect(childNameKey(one)).not.toBe(childNameKey(other));
  });

  const anyName = fc.string({ unit: 'binary', minLength: 1, maxLength: 100 });

  it('is the same for every spelling of one name', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const key = childNameKey(name);
        expect(childNameKey(name.normalize('NFC'))).toBe(key);
        expect(childNameKey(name.normalize('NFD'))).toBe(key);
        expect(childNameKey(` ${name.replaceAll(' ', ' \u3000 ')}\t`)).toBe(key);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is idempotent: the key of a key is that key', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const key = childNameKey(name);
        expect(childNameKey(key)).toBe(key);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is well-formed text for any input', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(childNameKey(`\ud800${name}`).isWellFormed()).toBe(true);
      }),
    );
  });
});
