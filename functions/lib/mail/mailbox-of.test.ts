import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mailboxOf } from './mail-requests.ts';

it.each([
  ['pat@example.com', 'pat@example.com'],
  ['Pat@Example.COM', 'pat@example.com'],
  ['pat+school@example.com', 'pat@example.com'],
  ['pat+a+b@example.com', 'pat@example.com'],
  ['pat+@example.com', 'pat@example.com'],
  ['p.a.t@example.com', 'p.a.t@example.com'],
  ['pat-a@example.com', 'pat-a@example.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['pat@exa+mple.com', 'pat@exa+mple.com'],
  ['p.a.t+a@gmail.com', 'pat@gmail.com'],
  ['pat@googlemail.com', 'pat@gmail.com'],
  ['P.At+a@GoogleMail.com', 'pat@gmail.com'],
  ['pat-a@gmail.com', 'pat-a@gmail.com'],
  ['pat@me.com', 'pat@icloud.com'],
  ['p.at@mac.com', 'p.at@icloud.com'],
  ['p.a_t@pm.me', 'pat@proton.me'],
  ['pat@protonmail.com', 'pat@proton.me'],
  ['pat@yandex.com', 'pat@ya.ru'],
  ['...@gmail.com', '...@gmail.com'],
])('counts %s as %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

const name = fc.stringMatching(/^[a-z0-9]{1,8}$/);

it('counts every spelling of a mailbox as one, and other mailboxes apart [AUT-44]', () => {
  const domain = fc.constantFrom('gmail.com', 'googlemail.com', 'example.com');
  fc.assert(
    fc.property(name, name, name, domain, (one, other, tag, at) => {
      const mailbox = mailboxOf(`${one}@${at}`);
      expect(mailboxOf(`${one.toUpperCase()}+${tag}.x@${at.toUpperCase()}`)).toBe(mailbox);
      expect(mailboxOf(mailbox)).toBe(mailbox);
      expect(mailboxOf(`${other}@${at}`) === mailbox).toBe(other === one);
      const dotted = `${[...one].join('.')}@${at}`;
      expect(mailboxOf(dotted) === mailbox).toBe(at !== 'example.com' || one.length === 1);
    }),
  );
});
