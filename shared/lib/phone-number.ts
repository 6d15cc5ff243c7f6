import { brand } from '#shared/brand';
import { limits } from '#shared/limits';
import { cleanLine, dashes, plainDigits } from './text.ts';

const { callingCode, trunkPrefix, longest } = brand.contact.numbering;

/** Bounds expressions below, whose time grows with the square of the length. */
const longestWriting = limits.typedNumberLength;

/** E.164. */
const maxDigits = 15;
/** Without an area code, as in a small town; with a country code, the shortest in use. */
const minDigits = { digits: 6, international: 7 };
/** Italy and its neighbours: the 0 in brackets belongs to the number. */
const keepsZero = /^\+(?:39|378|379)\b/;

interface PhoneNumber {
  readonly international: string;
  /** With a leading + where the country is known. */
  readonly dialled: string;
  /** To dial after the connection, or empty. */
  readonly extension: string;
}

/** What stands before a number in signatures, address books and links: "Mobile no.", "T:", "tel:". */
const label =
  /^(?:(?:(?:tel(?:ephone)?|(?:cell)?phone|mob(?:ile)?|cell|home|work|office|whatsapp|sms|callto|no|number|[cdhmptw])\b|[☎☏✆📞📱📲]\uFE0F?)[\s.:]*)+(?=[+(\d])/iu;

/** Quotes, brackets and what ends a number in a list. A table writes an apostrophe before digits that are text. */
const before = /^[\s"'<]+/;
const behind = /(?<![\s"'>,;])[\s"'>,;]+$/;

/** Returns the number as it was written, with plain digits, hyphens and brackets. */
export const cleanPhone = (text: string): string =>
  cleanLine(
    plainDigits(cleanLine(text))
      .replace(before, '')
      .replace(behind, '')
      .replace(label, '')
      .replace(dashes, '-')
      .replace(/[\u2044\u2215]/gu, '/')
      .replace(/[\u00B7\u2022\u2027\u2219\u22C5\u30FB]/gu, '.'),
  );

/** The 0 in brackets shows that the digits before are this country's code. */
const codeBeforeTrunk = new RegExp(`^\\(?${callingCode}\\)?(?=[\\s.-]*\\(\\s*${trunkPrefix}\\s*\\))`);

/** International numbers with +, without the 0 that is dialled within the country only. */
const withoutTrunkPrefix = (text: string): string => {
  const plus = text.replace(codeBeforeTrunk, `+${callingCode}`).replace(/^\(?\s*(?:\+|00)\s*(\d*)\)?/, '+$1');
  if (!plus.startsWith('+')) return text;
  return (keepsZero.test(plus) ? plus : plus.replace(/\(\s*0\s*\)/, ' ')).replace(
    new RegExp(`^(\\+${callingCode}[\\s()./-]*)${trunkPrefix}`),
    '$1',
  );
};

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** A slash separates two numbers, unless an area code is before it: "030/123456". */
const isArea = (text: string): boolean => {
  const most = text.startsWith('+') ? 8 : /^[0(]/.test(text) ? 6 : 4;
  return digitsOf(text).length <= most;
};

const holdsSeveral = (text: string): boolean => {
  const [first = '', ...others] = text.split('/');
  const isListed =
    text.split(/[,;|&\\]|\b(?:or|and)\b/i).filter((part) => digitsOf(part).length > 2).length > 1;
  return isListed || /\d.*\+/.test(text) || others.length > 1 || (others.length === 1 && !isArea(first));
};

/** From a national number with the trunk prefix, with the country code, or neither. */
const toInternational = (digits: string): string => {
  if (digits.startsWith(trunkPrefix)) return callingCode + digits.slice(trunkPrefix.length);
  return digits.startsWith(callingCode) && digits.length > longest ? digits : callingCode + digits;
};

/**
 * Reads one phone number of any country and common notation. Decides by length, since plans of numbers change and a list would
 * refuse new numbers.
 * @returns 'several' numbers, too 'long' or 'short', or 'invalid' text
 */
export const readPhone = (text: string): PhoneNumber | 'several' | 'long' | 'short' | 'invalid' => {
  if (text.length > longestWriting) return 'long';
  const [, main = '', extension = ''] =
    /^(.*?)(?:[\s,;]*\(?(?:ext(?:ensio)?n?|x|#)[.:=\s]*(\d{1,7})\)?)?$/i.exec(cleanPhone(text)) ?? [];
  if (holdsSeveral(main)) return 'several';
  const number = withoutTrunkPrefix(main);
  if (!/^\+?[\d\s()./-]*\d[\d\s()./-]*$/.test(number)) return 'invalid';
  if (/[()]/.test(number.replace(/\([\d\s]+\)/g, ''))) return 'invalid';
  const digits = digitsOf(number);
  const isInternational = number.startsWith('+');
  const international = isInternational ? digits : toInternational(digits);
  const isHome = international.startsWith(callingCode);
  const most = isHome ? callingCode.length + longest : maxDigits;
  if (international.length > most) return 'long';
  if (digits.length < (isInternational ? minDigits.international : minDigits.digits)) return 'short';
  if (isInternational && digits.startsWith('0')) return 'invalid';
  const isWhole =
    isInternational || (isHome && international.length === most && !digits.startsWith(trunkPrefix));
  return { international, dialled: isWhole ? `+${international}` : digits, extension };
};

/** RFC 3966; undefined for a text that is not one number. */
export const callLink = (text: string): string | undefined => {
  const number = readPhone(text);
  if (typeof number === 'string') return undefined;
  return `tel:${number.dialled}${number.extension && `;ext=${number.extension}`}`;
};

/** Digits for comparison and index: this country's numbers have the trunk prefix. */
const keyOf = (international: string): string =>
  international.startsWith(callingCode)
    ? trunkPrefix + international.slice(callingCode.length)
    : international;

/** Equal for all writings of a number; undefined for a text that is not one number. */
export const phoneKey = (text: string): string | undefined => {
  const number = readPhone(text);
  return typeof number === 'string' ? undefined : keyOf(number.international);
};

/** What keys with these typed digits contain, also for a part: "0770", "+44 77", "900 555". */
export const phonePieces = (text: string): string[] => {
  if (text.length > longestWriting) return [];
  const number = withoutTrunkPrefix(cleanPhone(text));
  const digits = digitsOf(number);
  if (number.startsWith('+')) return [keyOf(digits)];
  const rest = digits.slice(callingCode.length);
  return digits.startsWith(callingCode)
    ? [digits, trunkPrefix + (rest.startsWith(trunkPrefix) ? rest.slice(trunkPrefix.length) : rest)]
    : [digits];
};
