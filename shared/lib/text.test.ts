import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits';
import {
  cleanEmail,
  cleanLine,
  cleanText,
  counted,
  grouped,
  hoursText,
  listed,
  plainDigits,
} from './text.ts';

describe('cleanText', () => {
  it.each([
    ['a phone number of an address book', '\u202a+44 7700 900123\u202c', '+44 7700 900123'],
    ['marks of direction', '\u200eMia\u200f \u2066Jo\u2069\u061c', 'Mia Jo'],
    ['zero-width characters', '\ufeffMi\u200ba\u2060 \u00adJo', 'Mia Jo'],
    ['joiners that join nothing', 'M\u200dia\u200c Jo\u200d', 'Mia Jo'],
    ['variation selectors of letters and digits', 'M\ufe0fia 0\ufe0e7', 'Mia 07'],
    ['fillers and tags', 'Mia\u3164\u115f\u034f\u{e0041}', 'Mia'],
    ['control characters', 'M\u0000i\u001ba\u009f', 'Mia'],
    ['spaces of every kind', 'Mia\u00a0\u2009Jo\u3000\u202f!', 'Mia  Jo  !'],
    ['line breaks of every kind', 'a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh', 'a\nb\nc\nd\ne\nf\ng\nh'],
    ['decomposed letters', 'Zoe\u0308', 'Zo\u00eb'],
    ['a letter apart from its accent', 'Zoe\u200b\u0308', 'Zo\u00eb'],
  ])('cleans %s', (_, typed, text) => {
    expect(cleanText(typed)).toBe(text);
  });

  it.each([
    ['a Persian name', 'علی\u200cرضا'],
    ['a word in Devanagari', 'क्\u200dष'],
    ['families and professions', '👩\u200d👧 👩🏽\u200d🚒 ❤\ufe0f\u200d🔥'],
    ['the style of a symbol', '❤\ufe0f ✔\ufe0e'],
    ['a key', '1\ufe0f\u20e3'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['the form of a Chinese character', '葛\u{e0100}城'],
    ['tabs and line breaks inside', 'a\tb\n\nc'],
    ['other dashes and quotes', 'Anna‑Lena O’Neill – “co”'],
  ])('keeps %s', (_, text) => {
    expect(cleanText(text)).toBe(text);
    expect(cleanText(`\u2067${text}\u2069`)).toBe(text);
  });

  const anyText = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 3 }),
        fc.constantFrom(
          ...['\u200d', '\u200c', '\ufe0f', '\u202a', '👩', '🏽', '🏴', '\u{e0067}', '葛', '\u{e0100}'],
          ...['ع', 'क', '1', '\u20e3', '\u0308', 'e', ' ', '\r', '\n', '\u0000'],
        ),
      ),
    )
    .map((parts) => parts.join(''));

  it('changes its own result no more', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        expect(cleanText(cleanText(typed))).toBe(cleanText(typed));
        expect(cleanLine(cleanLine(typed))).toBe(cleanLine(typed));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['\u200d', '👩\u200d', '\u{e0067}', '\r', ' \u0000'])(
    'needs work in proportion to the length of a text of %j',
    (unit) => {
      const parts = 8;
      const work = (text: string, times: number): number => {
        const before = process.cpuUsage();
        for (let time = 0; time < times; time += 1) cleanLine(text);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      };
      const [part, whole] = [1, parts].map((times) => unit.repeat(times * limits.requestBodyBytes));
      // Computing time, not elapsed time. Work by the square of the length would make it `parts` times as much.
      const factors = Array.from({ length: 3 }, () => work(whole ?? '', 1) / work(part ?? '', parts));
      expect(Math.min(...factors)).toBeLessThan(parts / 2);
    },
  );
});

describe('plainDigits', () => {
  it.each([
    ['０７７００', '07700'],
    ['٠٧٧٠٠', '07700'],
    ['०७७००', '07700'],
    ['𝟘𝟟', '07'],
    ['\u{116da}\u{116e3}\u{116d9}', '099'],
    ['1st', '1st'],
  ])('makes %s %s', (text, digits) => {
    expect(plainDigits(text)).toBe(digits);
  });
});

it.each([
  ['an address in capitals', ' Pat@Example.COM ', 'pat@example.com'],
  ['full-width letters', 'ｐａｔ＠example.com', 'pat@example.com'],
  ['a domain with letters of a language', 'pat@müller.de', 'pat@xn--mller-kva.de'],
  ['the last @ of several', '"a@b"@müller.de', '"a@b"@xn--mller-kva.de'],
  // A domain as these would lose what comes after the sign, and become that of somebody else.
  ['a domain with a question mark', 'pat@müller.de?x', 'pat@müller.de?x'],
  ['a domain with a path', 'pat@müller.de/x', 'pat@müller.de/x'],
  ['a domain with a port', 'pat@müller.de:99', 'pat@müller.de:99'],
  ['a domain that is none', 'pat@ü|x', 'pat@ü|x'],
  ['a text without @', 'Pat', 'pat'],
  // As documents and phones write them; an address has no other hyphen and apostrophe than those of ASCII.
  ['another hyphen in a domain', 'pat@foo‑bar.example', 'pat@foo-bar.example'],
  ['a dash in a name', 'anna–lena@example.com', 'anna-lena@example.com'],
  ['another apostrophe in a name', 'o’neill@example.com', "o'neill@example.com"],
  ['a grave accent, which a name can have', '`pat@example.com', '`pat@example.com'],
  // No domain has these signs: the name that they would be given is nobody's.
  ['a domain with a quote', 'pat@“example.com', 'pat@“example.com'],
  ['a domain with a bullet', 'pat@example•one.com', 'pat@example•one.com'],
])('an email is stored: %s', (_, entered, stored) => {
  expect(cleanEmail(entered)).toBe(stored);
});

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

it('lists any names as Intl does', () => {
  const engine = new Intl.ListFormat('en', { type: 'conjunction' });
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
      expect(listed(names)).toBe(engine.format(names));
    }),
  );
});

it('gives the number of hours in words', () => {
  expect(hoursText(1)).toBe('1 hour');
  expect(hoursText(1, 'one hour')).toBe('one hour');
  expect(hoursText(24, 'one hour')).toBe('24 hours');
});
