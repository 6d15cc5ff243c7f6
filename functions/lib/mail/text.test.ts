import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inSentence, oneLine, withoutLineBreaks } from './layout.ts';

const controlCharacter = /[\p{Cc}\p{Zl}\p{Zp}]/u;

it.each([
  ['line breaks', 'Ann\r\nBcc: all@example.com', 'Ann Bcc: all@example.com'],
  ['other line separators', 'Ann\u2028Lee\u0085May', 'Ann Lee May'],
  ['white space at the ends and inside', '  Ann \t Lee ', 'Ann Lee'],
  ['direction overrides', 'Ann\u202Egnp.exe', 'Anngnp.exe'],
  ['lone surrogates', 'Ann\uD83D', 'Ann\uFFFD'],
])('makes one line of text with %s', (_, text, expected) => {
  expect(oneLine(text)).toBe(expected);
});

it('keeps joined emoji and accents', () => {
  expect(oneLine('👩‍👩‍👧‍👦 Zoë')).toBe('👩‍👩‍👧‍👦 Zoë');
});

it('removes line breaks and control characters from any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(oneLine(text)).not.toMatch(controlCharacter);
      expect(withoutLineBreaks(text)).not.toMatch(controlCharacter);
      expect(inSentence(text)).not.toMatch(controlCharacter);
    }),
  );
});

it('truncates a long name between graphemes', () => {
  const family = '👩‍👩‍👧‍👦';
  const cut = inSentence(family.repeat(50));
  expect(cut).toBe(`${family.repeat(5)}…`);
  expect(inSentence('a'.repeat(60))).toBe('a'.repeat(60));
  expect(inSentence('a'.repeat(10_000))).toBe(`${'a'.repeat(59)}…`);
});

it('isolates a right-to-left name from the surrounding text', () => {
  expect(inSentence('ليلى')).toBe('\u2068ليلى\u2069');
  expect(inSentence('Zoë')).toBe('Zoë');
});
