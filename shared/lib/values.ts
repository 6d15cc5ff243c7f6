import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { cleanLine, cleanText, grouped, visible } from './text.ts';

/** Characters of a text: code points, as the schemas count them, so that an emoji of two UTF-16 units is one. */
const lengthOf = (text: string): number => [...text].length;

/** Says that a text is too long, and by how much; undefined for one that is not. */
export const tooLongIssue = (text: string, maxLength: number): string | undefined => {
  const length = lengthOf(text);
  return length > maxLength
    ? `Use at most ${grouped(maxLength)} characters: this has ${grouped(length)}`
    : undefined;
};

const isRealDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** A date field gives 0019 where "19" was typed as the year. */
const dateIssue = ({ input }: { input?: unknown }): string =>
  /^\d{4,6}-\d\d-\d\d$/.test(String(input))
    ? 'Please check the year: write it in full, like 2019'
    : 'Use a date like 2026-09-05';

/** A calendar date `yyyy-MM-dd`, without a time or a zone (DAT-03). Dates compare as strings. */
export const calendarDateSchema = z
  .string()
  .check(
    z.regex(/^(?:19|20|21)\d\d-\d\d-\d\d$/, { error: dateIssue, abort: true }),
    z.refine(isRealDate, 'This date does not exist'),
  )
  .brand<'CalendarDate'>();
export type CalendarDate = z.infer<typeof calendarDateSchema>;

/** Wall time at the venue, `HH:MM` or `HH:MM:SS` (DAT-08). */
export const wallTimeSchema = z
  .string()
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/, 'Use a time like 09:30'))
  .brand<'WallTime'>();
export type WallTime = z.infer<typeof wallTimeSchema>;

/** An amount of money in whole cents (US dollars), never negative. */
export const centsSchema = z.int('Use whole cents').check(z.nonnegative()).brand<'Cents'>();
export type Cents = z.infer<typeof centsSchema>;

/** An instant in UTC, ISO 8601 with milliseconds as written by `Date.toISOString`. Instants compare as strings. */
export const instantSchema = z.iso.datetime({ precision: 3 }).brand<'Instant'>();
export type Instant = z.infer<typeof instantSchema>;

/**
 * A limit of a typed text before it is cleaned or read, far above that of any field: nothing else looks at a longer text, whose
 * reading may take time that grows faster than its length.
 */
export const lengthFirst = (most: number = limits.typedLength) =>
  z.maxLength(most, { error: ({ input }) => tooLongIssue(String(input), most), abort: true });

/** Text of one line that a person types or pastes: cleaned before anything but its length is looked at. */
export const typedLine = (error?: string, most?: number) =>
  z.string(error).check(lengthFirst(most), z.overwrite(cleanLine));

/** A limit of a typed text, in code points. A longer text is kept in its field, and refused. */
export const atMost = (maxLength: number) =>
  z.maxLength(maxLength, {
    error: ({ input }) => tooLongIssue(String(input), maxLength),
  });

const wellFormed = z.regex(/^\P{Cs}*$/u, 'Half of a symbol is missing: please type it again');

/** Required text of one line, cleaned. */
export const singleLineText = (maxLength: number, requiredMessage: string) =>
  typedLine(requiredMessage).check(
    z.regex(visible, { error: requiredMessage, abort: true }),
    atMost(maxLength),
    wellFormed,
  );

/** A required name of a person or a place: a sign or an emoji alone is none. */
export const nameText = (maxLength: number, requiredMessage: string) =>
  singleLineText(maxLength, requiredMessage).check(z.regex(/\p{L}/u, 'Please write the name in letters'));

/** Optional text of several lines, cleaned; null when empty. */
export const optionalText = (maxLength: number) =>
  z.pipe(
    z.pipe(
      z.nullish(z.string('Use text').check(lengthFirst())),
      z.transform((text) => (text && cleanText(text)) || null),
    ),
    z.nullable(z.string().check(atMost(maxLength), wellFormed)),
  );

/** Required text of several lines, cleaned. */
export const multiLineText = (maxLength: number, requiredMessage: string) =>
  z.pipe(optionalText(maxLength), z.string(requiredMessage).check(z.regex(visible, requiredMessage)));

/** A moment as it is stored and sent. */
export const instantOf = (moment: Date): Instant => instantSchema.parse(moment.toISOString());

/** The token of an emailed link: any text, because an invalid token has an answer of its own. */
export const linkTokenSchema = z.string().check(z.maxLength(200));
