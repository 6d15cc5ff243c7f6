import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox-of.ts';

it.each([
  ['pat@example.com', 'pat@example.com'],
  ['pat+school@example.com', 'pat@example.com'],
  ['pat+a+b@example.com', 'pat@example.com'],
  ['pat+@example.com', 'pat@example.com'],
  ['p.a.t@example.com', 'p.a.t@example.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['pat@exa+mple.com', 'pat@exa+mple.com'],
])('counts %s as %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
