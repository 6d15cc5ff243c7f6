import { expect, it } from 'vitest';
import { firstNameOf } from './children.ts';

it.each([
  ['Ana', 'Ana'],
  ['Ana Novak', 'Ana'],
  ['  Ana  Maria Novak', 'Ana'],
  ['Ana\u00a0Novak', 'Ana'],
  ['Ana\u200bNovak', 'Ana'],
  ['Ana_Novak', 'Ana'],
  ['Ana.Novak', 'Ana'],
  ['Ana/Novak', 'Ana'],
  ['Ana (Novak)', 'Ana'],
  ['Novak, Ana', 'Ana'],
  ['Novak,', 'Novak'],
  ['Ana-Li Novak', 'Ana-Li'],
  ["D'Arcy Novak", "D'Arcy"],
  ['Zoë Novak', 'Zoë'],
  ['Zoe\u0308 Novak', 'Zoe\u0308'],
  ['山田 太郎', '山田'],
  ['7', ''],
  ['Ana Novak, Jr.', 'Ana'],
  ['Novak, Ana, Jr', 'Ana'],
  ['Ana Novak, III', 'Ana'],
  ['N´Golo Novak', 'N´Golo'],
  ['Nʻgolo Novak', 'Nʻgolo'],
  ['‘Ana’ Novak', 'Ana'],
  ['Novak, Vi', 'Vi'],
  ['Gal·la Novak', 'Gal·la'],
  ['علی\u200cرضا محمدی', 'علی\u200cرضا'],
  ['क्\u200dषमा देवी', 'क्\u200dषमा'],
  ['“Ana” Novak', 'Ana'],
])('of %j is %j', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});
