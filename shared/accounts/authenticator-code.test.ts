import { expect, it } from 'vitest';
import { readAuthenticatorCode } from './second-factor.ts';

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
