/** As `String.toWellFormed`, which not every supported browser has: each unpaired surrogate becomes U+FFFD. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\uFFFD');

/** Upper case maps ß to SS and both lower-case sigmas to one letter; lower case before it maps the capital ẞ to ß. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();

/**
 * The normal form of a child's name: names with equal keys are the same child of a family in a slot (BOK-29). "Zoë
 * Smith", " zoe\u0308 smith" and "ZOË SMITH" have one key; "Zoe Smith" has another, because accents distinguish names.
 * Unpaired surrogates become U+FFFD, as `toWellFormed` does, which is newer than the supported browsers. Uses NFC,
 * because NFKC can make a text 18 times longer and only adds forms that nobody mixes (full-width letters).
 */
export const childNameKey = (name: string): string =>
  foldCase(wellFormed(name)).normalize('NFC').trim().replace(/\s+/gu, ' ');
