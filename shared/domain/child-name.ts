/** Upper case first: it alone unites ß with SS and the two forms of a small sigma. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

/**
 * The normal form of a child's name: two names are the same child in a slot when their keys are equal (BOK-29).
 * "Zoë  Smith", " zoe\u0308 smith" and "ZOË SMITH" are one child; "Zoe Smith" is another, since accents tell names
 * apart. The forms that NFKC would also unite (full-width letters) stay apart: it can make a name 18 times longer,
 * and a database key has 1,024 bytes. NFC and case folding together make it at most three times longer.
 *
 * The result is part of a database key, so its separator `#` is written `%23` (and `%` is written `%25`, which keeps
 * different names different).
 */
export const childNameKey = (name: string): string =>
  foldCase(name.toWellFormed())
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ')
    .replaceAll('%', '%25')
    .replaceAll('#', '%23');
