import { ownCurrencySign, readDollars } from '#shared/lib/money';
import { cleanLine, plainDigits } from '#shared/lib/text';
import { type CalendarDate, calendarDateSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Currencies beside codes and signs. */
const currencyNames =
  /^(?:dollars?|us dollars?|euros?|pounds?|sterling|francs?|franken|kron(?:or|er|a|e)|kr|forint|ft|zł|kč|s?fr|rs|lei|руб)\.?$/iu;

/** A sign, with a code or a country on either side: "€", "US$", "$CAD", "USD $". */
const withSign = String.raw`\p{L}{0,3}\s?\p{Sc}(?:\s?\p{L}{2,3}(?!\p{L}))?`;
const signed = new RegExp(`^${withSign}$`, 'u');

/** "EUR", "€", "US$", "kr". */
export const isCurrency = (text: string): boolean =>
  codes.has(text.toUpperCase()) || signed.test(text) || currencyNames.test(text);

/** The school's currency in bank files. */
const ownCurrency = new RegExp(`^(?:${ownCurrencySign}|(?:us )?dollars?)$`, 'iu');

/** A cell of a currency column, or a sign beside an amount. */
export const isOtherCurrency = (text: string): boolean => text !== '' && !ownCurrency.test(text);

/** "Betrag (€)", "Amount (EUR)", "Umsatz in EUR", "amount_usd". */
export const currencyInHeading = (heading: string): string | undefined => {
  const sign = /\p{L}{0,3}\p{Sc}/u.exec(heading)?.[0];
  const words = heading.split(/[^\p{L}]+/u).filter((word) => word !== '');
  const bracketed = /[([]\s*(?:in\s+)?(\p{L}+\.?)\s*[)\]]/iu.exec(heading)?.[1];
  // A code in the middle of a heading may be a word: "All", "Top", "Try".
  return (
    sign ?? [bracketed, words.length > 1 ? words.at(-1) : undefined].find((word) => word && isCurrency(word))
  );
};

const directions = {
  incoming:
    /^(?:cr|credit|cr[eé]dit|kredit|c|h|haben|in|incoming|ein|eingang|gutschrift|received|receive|deposit|inflow|(?:money|paid|payment|transfer) in|bij|ing[aå]ende|ins[aä]ttning|inbetalning|j[oó]v[aá][ií]r[aá]s|bej[oö]v[oő]|avoir|entr[eé]e|entrata|entrada|abono|ingreso|wp[lł]yw|uznanie|\+)\.?$/iu,
  outgoing:
    /^(?:dr|db|debit|d[eé]bit|debet|d|s|soll|out|outgoing|aus|ausgang|lastschrift|belastung|sent|send|withdrawal|outflow|(?:money|paid|payment|transfer) out|af|utg[aå]ende|uttag|utbetalning|terhel[eé]s|kimen[oő]|sortie|uscita|salida|cargo|wyp[lł]yw|obci[aą][zż]enie|-)\.?$/iu,
} as const;
type Direction = keyof typeof directions;

/** Undefined for any other text. */
export const directionOf = (cell: string): Direction | undefined => {
  if (directions.incoming.test(cell)) return 'incoming';
  return directions.outgoing.test(cell) ? 'outgoing' : undefined;
};

const states = {
  settled:
    /^(?:(?:(?:payment|transfer|deposit|funds?|cash out|incoming payment) )?(?:received|deposited|delivered|sent|cleared|confirmed|paid out)|cashed out|completed?|paid|succeeded|successful|success|settled|booked|posted|cleared|processed|executed|abgeschlossen|erfolgreich|(?:umsatz )?(?:ge|ver)bucht|ausgef[uü]hrt|termin[eé]e?|effectu[eé]e?|comptabilis[eé]e?|bokf[oö]rd|k[oö]nyvelt|teljes[uü]lt|contabilizad[ao]|contabilizzato|geboekt|bogf[oø]rt|zaksi[eę]gowan[aey])$/iu,
  open: /^(?:(?:payment|transfer|deposit|funds?|incoming payment) (?:pending|waiting|refunded|returned|failed|cancell?ed|declined|expired|reversed|disputed)|card (?:charged|refunded|declined|authorized)|pending(?: \p{L}+){1,2}|submitted|created|initiated|issued|draft|unclaimed|placed|uncaptured|incomplete|blocked|frozen|requires(?: \p{L}+){1,2}|customer approval denied|charge(?:d )?backs?|late failure settled|disputed?|partial(?:ly)? refund(?:ed)?|bounced back|pending|processing|authori[sz]ed|scheduled|in progress|on hold|held|unposted|uncleared|expired|void(?:ed)?|returned|rejected|revers(?:ed|al)|reverted|refunded|declined|denied|failed|cancell?ed|removed|(?:umsatz |ums[aä]tze )?vorgemerkt(?:er umsatz)?|offen|ausstehend|in bearbeitung|storniert|abgelehnt|en attente|en cours|annul[eé]e?|refus[eé]e?|f[uü]gg[oő]ben|reserverad|reservation|prelimin[aä]r|v[aä]ntande|pendiente|in behandeling|in sospeso|oczekuj[aą]c[aey])$/iu,
} as const;

/** Whether the money came, or not (yet); undefined for any other text. */
export const stateOf = (cell: string): keyof typeof states | undefined => {
  // Exports for programs write "paid_out" and "charged-back".
  const words = cell.length > limits.bankValueLength ? '' : cell.trim().replace(/[\s_-]+/g, ' ');
  if (states.settled.test(words)) return 'settled';
  return states.open.test(words) ? 'open' : undefined;
};

/** Separates the cents in a column of amounts. */
export type DecimalSign = ',' | '.';

interface BankAmount {
  readonly cents: number;
  readonly isOutgoing: boolean;
}

type BankAmountIssue =
  | { readonly issue: 'empty' | 'unreadable' }
  | { readonly issue: 'currency'; readonly currency: string };

const minus = /[-\u2010-\u2015\u2212\uFE63\uFF0D]/gu;
/** English credit and debit, German "Haben" and "Soll". */
const directionBehind = /(?<=[\d.,)\s])\s*(CR|DR|DB|C|D|H|S)\.?$/i;
const outgoingWords = new Set(['DR', 'DB', 'D', 'S']);

/** An amount, and what the word behind the amount says. */
export const splitDirection = (
  cell: string,
): { readonly amount: string; readonly direction: Direction | undefined } => {
  const word = directionBehind.exec(cell)?.[1]?.toUpperCase();
  return {
    amount: cell.replace(directionBehind, ''),
    direction: word === undefined ? undefined : outgoingWords.has(word) ? 'outgoing' : 'incoming',
  };
};

/** Programs write ="12.00" or '12.00 to keep a number text. */
const withoutGuards = (text: string): string =>
  cleanLine(text)
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '');

const withoutTrailingZeros = (text: string): string => text.replace(/([.,]\d\d)0{2,}$/, '$1');

const readCents = (digits: string, decimals: DecimalSign | null): number | undefined => {
  const typed = readDollars(withoutTrailingZeros(digits));
  if (typeof typed === 'number') return typed;
  // "1.250" is whole where other amounts of the column have a decimal comma, and the other way round.
  if (decimals && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && !digits.includes(decimals))
    return Number(`${digits.replace(/\D/g, '')}00`);
  return undefined;
};

/** Signs, and a currency as a sign, a code or a word. */
const around = [
  /^(?<sign>[-+])\s*/u,
  /\s*(?<sign>[-+])$/u,
  /^\((?<inside>.*)\)$/u,
  new RegExp(String.raw`^(?<currency>${withSign}|\p{L}{2,5}\.?)\s*(?=[-+(]?\s*[\d.,])`, 'u'),
  new RegExp(String.raw`(?<=[\d.,)-])\s*(?<currency>${withSign}|\p{L}{2,5}\.?)$`, 'u'),
] as const;

/** Removes signs, parentheses and currencies around the digits. */
const withoutSigns = (text: string) => {
  let digits = text.trim();
  const [signs, currencies]: [string[], string[]] = [[], []];
  for (;;) {
    const found = around
      .map((shape) => shape.exec(digits))
      .find((match) => match && (!match.groups?.currency || isCurrency(match.groups.currency)));
    if (!found) return { digits, signs, currencies };
    const { sign, currency, inside } = found.groups ?? {};
    signs.push(...(sign ? [sign] : inside === undefined ? [] : ['-']));
    if (currency) currencies.push(currency);
    digits = (inside ?? digits.replace(found[0], '')).trim();
  }
};

/**
 * Reads "1,250.00", "1.250,00", "1 250,00", "-20.00", "20.00-", "(20.00)", "+20.00", "20.00 CR", "20,00 S", "$20.00".
 * @param decimals the column's `decimalSignOf`
 */
export const readBankAmount = (
  text: string,
  decimals: DecimalSign | null = null,
): BankAmount | BankAmountIssue => {
  // Bounds the loop below, which removes one piece after the other.
  if (text.length > limits.bankValueLength) return { issue: 'unreadable' };
  const cell = withoutGuards(text).replace(minus, '-');
  if (cell === '' || cell === '-') return { issue: 'empty' };
  const { amount, direction } = splitDirection(cell);
  const { digits, signs, currencies } = withoutSigns(amount);
  const other = currencies.find(isOtherCurrency);
  const cents = readCents(digits, decimals);
  if (cents === undefined || signs.length > 1) return { issue: 'unreadable' };
  if (other) return { issue: 'currency', currency: other };
  return { cents, isOutgoing: signs[0] === '-' || direction === 'outgoing' };
};

/** "1.000" is a thousand, or one with three decimals. */
export const isUnclearAmount = (cell: string): boolean =>
  cell.length <= limits.bankValueLength &&
  /^\d{1,3}[.,]\d{3}$/.test(withoutSigns(withoutGuards(cell).replace(minus, '-')).digits);

/** In any currency. */
export const looksLikeAmount = (cell: string): boolean => {
  if (cell.length > limits.bankValueLength || !/\d/.test(cell)) return false;
  const read = readBankAmount(cell);
  return 'cents' in read || read.issue === 'currency' || isUnclearAmount(cell);
};

/** The sign before two last digits; null where the column has none, or both. */
export const decimalSignOf = (cells: readonly string[]): DecimalSign | null => {
  const short = cells.filter((cell) => cell.length <= limits.bankValueLength);
  const has = (sign: RegExp) => short.some((cell) => sign.test(withoutGuards(cell)));
  const [comma, point] = [has(/,\d{1,2}(?!\d)/), has(/\.\d{1,2}(?!\d)/)];
  if (comma === point) return null;
  return comma ? ',' : '.';
};

export type DayOrder = 'day-first' | 'month-first';

/** First letters of months in the languages of Western and Northern Europe, and in Hungarian. */
const months: readonly RegExp[] = [
  /^(?:ja|ge|en)/, // January, Januar, janvier, gennaio, enero
  /^f[eé]/,
  /^(?:m(?:ar|är|rz|rt|aa|ár))/,
  /^(?:a[pvb]|áp)/, // April, avril, abril
  /^(?:ma[iygj]|mei|máj)/,
  /^(?:jun|juin|jún|giu)/,
  /^(?:jul|juil|júl|lug)/,
  /^a(?:ug|o[uû]|go)/,
  /^(?:se|sz)/,
  /^o[ckt]/,
  /^no/,
  /^d[eéi]/,
];
const monthOf = (name: string): number => months.findIndex((month) => month.test(name.toLowerCase())) + 1;

/** Bank files are of this century. */
const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year);

const toDay = (year: string, month: number | string, day: string): CalendarDate | undefined => {
  const text = `${fullYear(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return calendarDateSchema.safeParse(text).data;
};

const time = String.raw`(?:[T,\s]\s*\d{1,2}[:.]\d\d.*)?$`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})[.日]?${time}`);
const compact = /^(20\d\d)(\d\d)(\d\d)$/;
const dayName = String.raw`(?:\p{L}{2,9}\.?,?\s+)?`;
const namedDayFirst = new RegExp(
  String.raw`^${dayName}(\d{1,2})(?:st|nd|rd|th|\.|er)?[-\s/]*(\p{L}{3,9})\.?[-\s/,]*(\d{4}|\d{2})${time}`,
  'u',
);
const namedMonthFirst = new RegExp(
  String.raw`^${dayName}(\p{L}{3,9})\.?[-\s/]*(\d{1,2})(?:st|nd|rd|th)?[-\s/,]+(\d{4}|\d{2})${time}`,
  'u',
);
const numbers = new RegExp(
  String.raw`^${dayName}(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})\.?${time}`,
  'u',
);

/** Empty for what is too long to be a date. */
const typed = (cell: string): string =>
  cell.length > limits.bankValueLength
    ? ''
    : plainDigits(cleanLine(cell))
        .replace(/^="(.*)"$/, '$1')
        .replace(/^'/, '');

/** "2026-01-05", "20260105", "05.01.2026", "5 Jan 2026", "Jan 5, 2026", with a time or not. Numbers alone need the order. */
export const readBankDay = (cell: string, order: DayOrder): CalendarDate | undefined => {
  const text = typed(cell);
  const [, year, month, day] = yearFirst.exec(text) ?? compact.exec(text) ?? [];
  if (year && month && day) return toDay(year, month, day);
  const named = namedDayFirst.exec(text);
  if (named?.[1] && named[2] && named[3]) return toDay(named[3], monthOf(named[2]), named[1]);
  const american = namedMonthFirst.exec(text);
  if (american?.[1] && american[2] && american[3])
    return toDay(american[3], monthOf(american[1]), american[2]);
  const [, one, separator, other, shortYear] = numbers.exec(text) ?? [];
  if (!one || !other || !shortYear) return undefined;
  // Nobody writes the month first with points.
  return order === 'day-first' || separator === '.'
    ? toDay(shortYear, other, one)
    : toDay(shortYear, one, other);
};

/** `either` where every date has one meaning; `open` where the file does not tell the order. */
export const dayOrderOf = (cells: readonly string[]): DayOrder | 'either' | 'open' => {
  const pairs = cells.flatMap((cell) => {
    const [, one, separator, other] = numbers.exec(typed(cell)) ?? [];
    return one && other && separator !== '.' ? [[Number(one), Number(other)] as const] : [];
  });
  const isDayFirst = pairs.some(([one, other]) => one > 12 && other <= 12);
  const isMonthFirst = pairs.some(([one, other]) => other > 12 && one <= 12);
  // A file with both orders leaves open what the other dates mean.
  if (isDayFirst !== isMonthFirst) return isDayFirst ? 'day-first' : 'month-first';
  return pairs.some(([one, other]) => one !== other) ? 'open' : 'either';
};

/** In either order. */
export const looksLikeDay = (cell: string): boolean =>
  readBankDay(cell, 'day-first') !== undefined || readBankDay(cell, 'month-first') !== undefined;

/** "2026-02-13" where the date has one meaning, else its numbers in their order. */
export const dayText = (cell: string): string | undefined => {
  const [dayFirst, monthFirst] = [readBankDay(cell, 'day-first'), readBankDay(cell, 'month-first')];
  return dayFirst && monthFirst && dayFirst !== monthFirst
    ? `${dayFirst} or ${monthFirst}`
    : (dayFirst ?? monthFirst);
};
