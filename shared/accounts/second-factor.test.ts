import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formatRecoveryCode,
  readAuthenticatorCode,
  readRecoveryCode,
  recoveryAlphabet,
} from './second-factor.ts';

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['१२३ ४५६', '123456'],
  ['１２３４５６', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
  ['', undefined],
])('reads %j as the code %s, in any script [MFA-08]', (typed, code) => {
  expect(readAuthenticatorCode(typed)).toBe(code);
});

const codes = fc
  .array(fc.constantFrom(...recoveryAlphabet), { minLength: 16, maxLength: 16 })
  .map((letters) => letters.join(''));

it('reads what it shows, in any case, with other dashes, and with the letters that look like digits', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const shown = formatRecoveryCode(code);
      expect(shown).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
      const alike = shown.toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o').replaceAll('-', ' ');
      for (const typed of [code, shown, ` ${shown} `, alike]) expect(readRecoveryCode(typed)).toBe(code);
    }),
  );
});

it.each(['', 'ABCD-EFGH-JKMN-PQR', 'ABCD-EFGH-JKMN-PQRSA', 'ABCD-EFGH-JKMN-PQR!', 'UUUU-UUUU-UUUU-UUUU'])(
  'refuses %j',
  (typed) => expect(readRecoveryCode(typed)).toBeUndefined(),
);
