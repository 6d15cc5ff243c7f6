import { expect, it } from 'vitest';
import { readWhole } from './money.ts';

it.each([
  ['12', 12],
  [' 12 ', 12],
  ['007', 7],
  ['1,250', 1_250],
  ['1 250', 1_250],
  ['１２', 12],
  ['١٢', 12],
  ['\u202a12\u202c', 12],
  ['', undefined],
  [' ', undefined],
  ['12.0', undefined],
  ['12,5', undefined],
  ['1.250', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['twelve', undefined],
])('the whole number %j is %s', (text, value) => {
  expect(readWhole(text)).toBe(value);
});
