import { expect, it } from 'vitest';
import { contactText } from './children.ts';

it.each([
  [true, 'Ruth Morgan (grandmother), 07700 900301, may collect'],
  [false, 'Ruth Morgan (grandmother), 07700 900301, may not collect'],
])('says of a contact whether it may collect the child: %s [EME-01]', (may_collect, text) => {
  const contact = { name: 'Ruth Morgan', relation: 'grandmother', phone_number: '07700 900301', may_collect };
  expect(contactText(contact)).toBe(text);
});
