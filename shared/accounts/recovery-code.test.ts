import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRecoveryCode, readRecoveryCode, recoveryAlphabet } from './second-factor.ts';

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
