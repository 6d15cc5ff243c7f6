import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childNameKey, foldSpelling, foldText, isSameText } from './fold-text.ts';

describe('two writings of one text', () => {
  it.each([
    ['Riverside Park', ' riverside  PARK '],
    ['St. Mary’s School', "St Mary's School"],
    ['St. Mary’s  School', 'st marys school'],
    ['Riverside\u00a0Park', 'Riverside Park\u200b'],
    ['Anna-Lena Hall', 'Anna\u2011Lena Hall'],
    ['Café Pitch', 'CAFE\u0301 pitch'],
    ['Ｐｉｔｃｈ １', 'Pitch 1'],
  ])('are %j and %j', (one, other) => {
    expect(isSameText(one, other)).toBe(true);
  });

  it.each([
    ['Riverside Park', 'Riverside'],
    ['Pitch 1', 'Pitch 2'],
    ['Hall A', 'HallA'],
    ['?', '!'],
  ])('are not %j and %j', (one, other) => {
    expect(isSameText(one, other)).toBe(false);
  });
});

it.each([
  ['quotes', foldSpelling, 'Ana “Nina” «B»', 'ana "nina" "b"'],
  ['dashes', foldSpelling, 'A–B−C\u2011D', 'a-b-c-d'],
  ['both small sigmas', foldSpelling, 'ΓΙΩΡΓΟΣ', 'γιωργοσ'],
  ['a final sigma', foldSpelling, 'γιωργος', 'γιωργοσ'],
  ['half of a character', foldSpelling, 'a\ud800b', 'a\ufffdb'],
  ['a decomposed letter', foldSpelling, 'Zoe\u0308', 'zo\u00eb'],
  ['an accent apart from its letter', foldSpelling, 'Zoe\u200b\u0308', 'zo\u00eb'],
  ['spaces', foldText, 'Mia  Jo', 'mia jo'],
  ['accents', foldText, 'ÅNGSTRÖM', 'angstrom'],
  ['syllables, so that their beginning is found', foldText, '각', '각'.normalize('NFD')],
])('folds %s', (_, fold, text, folded) => {
  expect(fold(text)).toBe(folded);
});

const anyText = fc.string({ unit: 'binary', maxLength: 30 });

it.each([
  ['foldSpelling', foldSpelling],
  ['foldText', foldText],
])('%s changes its own result no more, and gives one form for every normal form', (_, fold) => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(fold(fold(text))).toBe(fold(text));
      expect(fold(text.normalize('NFD'))).toBe(fold(text));
      expect(fold(`\u202a${text}\u202c`)).toBe(fold(text));
    }),
    { numRuns: 3_000 },
  );
});

it.each([
  ['foldSpelling', foldSpelling],
  ['foldText', foldText],
])('%s changes its own result of no character, and gives one form for each normal form of it', (_, fold) => {
  // All of the alphabets, and some of the many that are alike: ideographs and syllables.
  const codes = Array.from({ length: 0x2_0000 }, (_value, code) => code).filter(
    (code) => code < 0x3000 || code % 7 === 0,
  );
  const changed = codes
    .map((code) => `x${String.fromCodePoint(code)}`)
    .filter((text) => fold(fold(text)) !== fold(text) || fold(text.normalize('NFD')) !== fold(text));
  expect(changed).toEqual([]);
});

it.each(['\u0374', '\u1fef', '\uff40'])('folds the apostrophe that normal forms make of %j', (char) => {
  expect(foldSpelling(char)).toBe("'");
});

it('folds plain text by its shorter way as by its longer one', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...' aZ0.-\'@_"~`^') }), (text) => {
      expect(`${foldText(text)}é`.slice(0, -1)).toBe(foldText(`${text}é`).slice(0, -1).trimEnd());
    }),
  );
});

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

  it('is well-formed text for any input', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(childNameKey(`\ud800${name}`).isWellFormed()).toBe(true);
      }),
    );
  });
});
