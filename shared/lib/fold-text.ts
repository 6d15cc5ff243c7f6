import { dashes, plainDigits } from './text.ts';

/** `String.toWellFormed` for all supported browsers: each unpaired surrogate becomes U+FFFD. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\uFFFD');

/** Upper case maps ß to SS; lower case before it maps ẞ to ß. A sigma at the end of a word is one elsewhere. */
const foldCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

const apostrophes = /[`´‘’‛′‵ʹʻʼʽʾʿˈˊˋ՚׳ꞌ＇]/gu;
const quotes = /[“”„‟″«»＂]/gu;

/**
 * Folds case, composed and full-width letters, apostrophes, quotes, dashes, spaces and invisible characters. Accents stay,
 * since they distinguish names. Not NFKC, which can make a text 18 times longer. Unpaired surrogates become U+FFFD.
 */
export const foldSpelling = (text: string): string =>
  // Before the apostrophes: some characters, such as ẚ and U+1FEF, become one by folding.
  foldCase(wellFormed(text))
    .normalize('NFC')
    .replace(/[\uFF01-\uFF5E]/gu, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .replace(dashes, '-')
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Accents of Latin, Greek and Cyrillic, vowel signs of Hebrew and Arabic. Indic marks are vowels of the word. */
const accents =
  /[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF-\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED]|[\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu;

/** Letters that Unicode does not take apart, as people type them without their keyboard. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
};
const withoutPlainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/** For searches: `foldSpelling` without accents, and digits of every script as 0 to 9. */
export const foldText = (text: string): string =>
  // Nearly all texts of a search are of these characters, which fold to lower case.
  /^[ -_a-~]*$/.test(text)
    ? text.toLowerCase().replace(/ +/g, ' ').trim()
    : foldSpelling(
        // Some small capitals become capitals by it.
        foldCase(plainDigits(foldSpelling(text)).normalize('NFKD'))
          .replace(accents, '')
          .replace(withoutPlainLetter, (letter) => plainLetters[letter] ?? letter),
      ).normalize('NFKD');

const joinsNothing = /[^\p{L}\p{N}\p{M}]+/u;

export const splitWords = (folded: string): string[] =>
  folded.split(joinsNothing).filter((part) => part !== '');

/** "St. Mary’s  School" and "st marys school". */
export const isSameText = (one: string, other: string): boolean => textKey(one) === textKey(other);

export const textKey = (text: string): string => {
  const folded = foldText(text);
  return splitWords(folded.replace(/['.]/g, '')).join(' ') || folded;
};

/** One child (BOK-29): "Zoë Smith", " zoe\u0308 smith", "ZOË SMITH". Accents distinguish names: "Zoe Smith" is another. */
export const childNameKey = (name: string): string => foldSpelling(name);
