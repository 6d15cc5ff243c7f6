/** Domains that deliver to the mailboxes of another domain. */
const domainAliases = new Map([
  ['googlemail.com', 'gmail.com'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
  ['protonmail.com', 'proton.me'],
  ['protonmail.ch', 'proton.me'],
  ['pm.me', 'proton.me'],
  ...['ru', 'com', 'by', 'kz', 'ua', 'com.tr', 'fr', 'az'].map((top) => [`yandex.${top}`, 'ya.ru'] as const),
]);

/** Characters of a name that the mail servers of a domain ignore. */
const ignoredCharacters = new Map([
  ['gmail.com', /\./g],
  ['proton.me', /[._-]/g],
]);

/**
 * The mailbox that an address leads to, as limits count it: in lower case, without the `+tag` that most mail servers
 * ignore, and without what the mail servers of large providers ignore. Dots of other domains stay: only some ignore them.
 * It is never an address to send to.
 */
export const mailboxOf = (email: string): string => {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const given = address.slice(at + 1);
  const domain = domainAliases.get(given) ?? given;
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const plain = name.replace(ignoredCharacters.get(domain) ?? '', '');
  return `${plain || name}@${domain}`;
};
