import * as z from 'zod/mini';
import { brand } from '#shared/brand';
import { limits, pageSizes } from '#shared/limits';
import { foldText, splitWords } from './fold-text.ts';
import { cleanPhone, phoneKey, phonePieces } from './phone-number.ts';
import { cleanEmail } from './text.ts';
import { atMost, typedLine } from './values.ts';

export const searchTextSchema = typedLine().check(atMost(limits.searchLength));

/** Opaque to the client. */
export const cursorSchema = z.string().check(z.maxLength(100));

/** In a body, because URLs are logged and a search may be a name. */
export const searchFields = () => ({
  query: z._default(searchTextSchema, ''),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(pageSizes.most)), pageSizes.usual),
});

const { trunkPrefix } = brand.contact.numbering;

const withoutSigns = (folded: string, replacement: string): string =>
  folded
    .replace(/[^\p{L}\p{N}\p{M}\s@]+/gu, replacement)
    .replace(/\s+/g, ' ')
    .trim();

const asStoredEmail = (query: string): string => (/[@＠]/.test(query) ? cleanEmail(query) : query);

/** With punctuation, without, and with spaces instead. */
const forms: readonly ((folded: string) => string)[] = [
  (folded) => folded,
  (folded) => withoutSigns(folded, ''),
  (folded) => withoutSigns(folded, ' '),
];

const keyOfNumber = (text: string): string | undefined => (/\d/.test(text) ? phoneKey(text) : undefined);

const shortestRun = 3;

const phonePiecesOf = (query: string): string[] =>
  /^[+(\d][\d\s()./-]*$/.test(query) && query.replace(/\D/g, '').length >= shortestRun
    ? phonePieces(query)
    : [];

/** Texts in any writing, and phone numbers with the digits. An empty query matches all. */
export const searchFor = (query: string): ((text: string) => boolean) => {
  const folded = foldText(asStoredEmail(query));
  const wanted = forms
    .map((formOf) => ({ formOf, form: formOf(folded) }))
    .filter(({ form }) => form !== '' || folded === '');
  const parts = phonePiecesOf(cleanPhone(query));
  return (text) => {
    const searched = foldText(text);
    if (wanted.some(({ formOf, form }) => formOf(searched).includes(form))) return true;
    const key = parts.length > 0 ? keyOfNumber(text) : undefined;
    return key !== undefined && parts.some((part) => key.includes(part));
  };
};

const reversed = (digits: string): string => `#${[...digits].toReversed().join('')}`;

/** "o'connor" is "oconnor" and "connor". */
const wordsOfToken = (token: string): string[] => {
  const parts = splitWords(token);
  return parts.length > 1 ? [parts.join(''), ...parts.slice(1)] : parts;
};

/** Words whose beginnings are searched. A phone number has one word for its beginning and one for its end. */
export const wordsOf = (text: string): string[] => {
  const key = keyOfNumber(text);
  return key ? [key, reversed(key)] : foldText(text).split(' ').flatMap(wordsOfToken);
};

/** Each alternative is a list of beginnings that words must all have. */
type Alternatives = readonly (readonly string[])[];

const byPieces = (parts: readonly string[]): Alternatives =>
  parts.some(({ length }) => length > 1) ? [parts] : [];

const ofToken = (token: string): Alternatives => {
  const parts = splitWords(token);
  return parts.length > 1 ? [[parts.join('')], ...byPieces(parts)] : [parts];
};

/** Digits of a number written abroad without its trunk prefix. */
const shortestNational = 7;

/** Beginning or end of a phone number, or words that are numbers. */
const byDigits = (run: string): Alternatives => [
  ...phonePieces(run).flatMap((digits) => {
    const hasTrunk = digits.startsWith(trunkPrefix);
    const rest = digits.slice(trunkPrefix.length);
    return [
      [digits],
      [reversed(digits)],
      ...(hasTrunk ? [] : [[trunkPrefix + digits]]),
      ...(hasTrunk && rest.length >= shortestNational ? [[reversed(rest)]] : []),
    ];
  }),
  ...byPieces(splitWords(run)),
];

const digitRun = /(?<![\p{L}\p{N}])[+(]*\d[\d\s()./-]*\d(?![\p{L}\p{N}])/gu;

/** The ways to match each word of a query, and digits in a row as one. */
export const termsOf = (query: string): Alternatives[] => {
  const folded = foldText(cleanPhone(asStoredEmail(query)));
  const runs = folded.match(digitRun) ?? [];
  const tokens = folded.replace(digitRun, ' ').split(' ').map(ofToken);
  return [...tokens, ...runs.map(byDigits)].filter((ways) => ways.some((way) => way.length > 0));
};

export const wordsFor = (query: string): ((texts: readonly string[]) => boolean) => {
  const terms = termsOf(query);
  return (texts) => {
    const words = texts.flatMap(wordsOf);
    const has = (beginning: string) => words.some((word) => word.startsWith(beginning));
    return terms.every((ways) => ways.some((way) => way.every(has)));
  };
};
