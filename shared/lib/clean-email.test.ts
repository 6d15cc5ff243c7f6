import { expect, it } from 'vitest';
import { cleanEmail } from './text.ts';

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
])('stores %s', (_, entered, stored) => {
  expect(cleanEmail(entered)).toBe(stored);
});
