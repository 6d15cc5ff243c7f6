/** Upper case first: it alone unites ß with SS and the two forms of a small sigma. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

/**
 * The normal form of a child's name: two names are the same child in a slot when their keys are equal (BOK-29).
 * "Zoë  Smith", " zoe\u0308 smith" and "ZOË SMITH" are one child; "Zoe Smith" is another, since accents tell names
 * apart. The forms that NFKC would also unite (full-width letters) stay apart: nobody types a name both ways, and NFKC
 * can make it 18 times longer.
 */
export const childNameKey = (name: string): string =>
  foldCase(name.toWellFormed()).normalize('NFC').trim().replace(/\s+/gu, ' ');
