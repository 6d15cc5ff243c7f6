import { cleanLine, plainDigits } from '#shared/domain/text/clean-text';
import { limits } from '#shared/limits';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';

export type DayOrder = 'day-first' | 'month-first';

/** What the first letters of months begin with, in the languages of Western and Northern Europe, and in Hungarian. */
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

/** A year of two digits is one of this century: bank files are no older. */
const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year);

const toDay = (year: string, month: number | string, day: string): CalendarDate | undefined => {
  const text = `${fullYear(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return calendarDateSchema.safeParse(text).data;
};

/** A time behind a date: "10:22", "T10:22:11Z", "10:22:11 PM". */
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

/**
 * Reads a date of a bank file: "2026-01-05", "20260105", "05.01.2026", "5/1/26", "5 Jan 2026", "Jan 5, 2026", with or
 * without a time. The order is needed for numbers alone.
 */
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

/**
 * The order of day and month in a column of dates, as the file itself says it; `either` where every date has one meaning;
 * `open` where the file leaves it open, so that somebody has to say it.
 */
export const dayOrderOf = (cells: readonly string[]): DayOrder | 'either' | 'open' => {
  const pairs = cells.flatMap((cell) => {
    const [, one, separator, other] = numbers.exec(typed(cell)) ?? [];
    return one && other && separator !== '.' ? [[Number(one), Number(other)] as const] : [];
  });
  if (pairs.some(([one, other]) => one > 12 && other <= 12)) return 'day-first';
  if (pairs.some(([one, other]) => other > 12 && one <= 12)) return 'month-first';
  return pairs.some(([one, other]) => one !== other) ? 'open' : 'either';
};

/** Whether a cell looks like a date, in either order. */
export const looksLikeDay = (cell: string): boolean =>
  readBankDay(cell, 'day-first') !== undefined || readBankDay(cell, 'month-first') !== undefined;

/** A date in one writing for all: "2026-02-13" where it has one meaning, else its numbers in their order. */
export const dayText = (cell: string): string | undefined => {
  const [dayFirst, monthFirst] = [readBankDay(cell, 'day-first'), readBankDay(cell, 'month-first')];
  return dayFirst && monthFirst && dayFirst !== monthFirst
    ? `${dayFirst} or ${monthFirst}`
    : (dayFirst ?? monthFirst);
};
