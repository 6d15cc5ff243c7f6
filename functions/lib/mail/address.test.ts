import { expect, it } from 'vitest';
import { limits } from '#shared/limits';
import { isPlainAddress, parseSender } from './send.ts';

it.each(['pat@example.com', 'pat+football@mail.example.com', "o'neil@example.ie"])(
  'accepts %s as a recipient',
  (address) => {
    expect(isPlainAddress(address)).toBe(true);
  },
);

it.each([
  ['nothing', ''],
  ['no domain', 'pat'],
  ['two addresses', 'pat@example.com,eve@example.com'],
  ['two addresses by semicolon', 'pat@example.com;eve@example.com'],
  ['a name', 'Pat <pat@example.com>'],
  ['a header after a line break', 'pat@example.com\r\nBcc: eve@example.com'],
  ['a line break at the end', 'pat@example.com\n'],
  ['a null byte', 'pat\u0000@example.com'],
  ['two at signs', 'pat@example.com@example.org'],
  ['an address over the maximum length', `${'a'.repeat(limits.emailLength)}@example.com`],
])('refuses %s as a recipient', (_, address) => {
  expect(isPlainAddress(address)).toBe(false);
});

it.each([
  ['hello@example.com', { name: '', address: 'hello@example.com' }],
  ['Ballerz <hello@example.com>', { name: 'Ballerz', address: 'hello@example.com' }],
  ['Ballerz, Inc. <hello@example.com>', { name: 'Ballerz, Inc.', address: 'hello@example.com' }],
])('reads name and address of the sender %s', (sender, expected) => {
  expect(parseSender(sender)).toEqual(expected);
});
