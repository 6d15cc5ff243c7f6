/** Scripts whose letters join differently around U+200C and U+200D. */
const joiningLetter =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]$/u;
const symbol = /(?:\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})$/u;

/** Where an invisible character changes what is seen: what stands before it and what follows. */
const meaningful: readonly { readonly char: RegExp; readonly before: RegExp; readonly after: RegExp }[] = [
  {
    char: /^[\u200C\u200D]$/u,
    before: joiningLetter,
    after: /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]/u,
  },
  { char: /^\u200D$/u, before: symbol, after: /^\p{Extended_Pictographic}/u },
  // The style of a symbol, and a key: "1", U+FE0F, U+20E3.
  { char: /^[\uFE0E\uFE0F]$/u, before: /\p{Extended_Pictographic}$/u, after: /^/u },
  { char: /^\uFE0F$/u, before: /[\d#*]$/u, after: /^\u20E3/u },
  // The form of a Chinese character in a name, and the flags of England, Scotland and Wales.
  { char: /^[\u{E0100}-\u{E01EF}]$/u, before: /\p{sc=Han}$/u, after: /^/u },
  { char: /^[\u{E0020}-\u{E007F}]$/u, before: /\u{1F3F4}[\u{E0020}-\u{E007E}]*$/u, after: /^/u },
];

/** UTF-16 units that decide about a character: the longest flag has 14. */
const context = 16;

const withoutInvisible = (text: string): string =>
  text.replace(/[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu, (char, offset: number) => {
    const before = text.slice(Math.max(0, offset - context), offset);
    const after = text.slice(offset + char.length, offset + char.length + context);
    const isRetained = meaningful.some(
      (kind) => kind.char.test(char) && kind.before.test(before) && kind.after.test(after),
    );
    return isRetained ? char : '';
  });

/**
 * Removes marks of direction, zero-width and control characters and variation selectors from a text of several lines. Every
 * space is a space, every line break "\n". Invisible characters that change a word or symbol stay. In NFC, trimmed.
 */
export const cleanText = (text: string): string =>
  withoutInvisible(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/gu, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .normalize('NFC')
    .trim();

/** One line, without repeated white space. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/gu, ' ');

/** A text needs one of these: marks need a letter, and U+2800 is an empty pattern. */
export const visible = /[^\p{Z}\p{C}\p{M}\u2800]/u;

export const dashes = /[\p{Pd}\u2043\u2212]/gu;

/** Each script has ten digits, or twice ten, in a row. */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
    return String(before % 10);
  });

/** "müller.de" is "xn--mller-kva.de". */
const toAsciiDomain = (domain: string): string => {
  if (!/[^\0-\x7F]/.test(domain) || !/^[\p{L}\p{M}\p{N}\p{Join_Control}.。-]+$/u.test(domain)) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
};

/** An address has no other hyphens and apostrophes than those of ASCII. */
export const plainEmailSigns = (text: string): string =>
  text.replace(dashes, '-').replace(/[\u2018\u2019\u02BC]/gu, "'");

/** In lower case, because user names of the user pool are case-insensitive. */
export const cleanEmail = (text: string): string => {
  const email = plainEmailSigns(cleanLine(text.normalize('NFKC'))).toLowerCase();
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + toAsciiDomain(email.slice(at));
};

/** "1,250", without Intl, which loads the locale's data. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** "1 booking", "3 bookings". */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** "Leo, Mia, and Zoe", without Intl, which loads the locale's data. */
export const listed = (names: readonly string[]): string => {
  const last = names.at(-1) ?? '';
  const others = names.slice(0, -1).join(', ');
  if (names.length < 2) return last;
  return names.length === 2 ? `${others} and ${last}` : `${others}, and ${last}`;
};

export const hoursText = (hours: number, one = '1 hour'): string => (hours === 1 ? one : `${hours} hours`);

/** By code units, for dates and times. `localeCompare` would load the locale's collation. */
export const ascending = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
