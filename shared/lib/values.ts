import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { cleanLine, cleanText, grouped, visible } from './text.ts';

/** Code points, so that an emoji of two UTF-16 units is one. */
const lengthOf = (text: string): number => [...text].length;

/** The text says by how much; undefined for a text within the limit. */
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

/** `yyyy-MM-dd`, without time or zone (DAT-03). Dates compare as strings. */
export const calendarDateSchema = z
  .string()
  .check(
    z.regex(/^(?:19|20|21)\d\d-\d\d-\d\d$/, { error: dateIssue, abort: true }),
    z.refine(isRealDate, 'This date does not exist'),
  )
  .brand<'CalendarDate'>();
export type CalendarDate = z.infer<typeof calendarDateSchema>;

/** `HH:MM` or `HH:MM:SS` at the venue (DAT-08). */
export const wallTimeSchema = z
  .string()
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/, 'Use a time like 09:30'))
  .brand<'WallTime'>();
export type WallTime = z.infer<typeof wallTimeSchema>;

/** Whole cents (US dollars), never negative. */
export const centsSchema = z.int('Use whole cents').check(z.nonnegative()).brand<'Cents'>();
export type Cents = z.infer<typeof centsSchema>;

/** UTC, ISO 8601 with milliseconds, as `Date.toISOString` writes. Instants compare as strings. */
export const instantSchema = z.iso.datetime({ precision: 3 }).brand<'Instant'>();
export type Instant = z.infer<typeof instantSchema>;

/** Bounds a typed text before it is cleaned or read, whose time may grow faster than the length. */
export const lengthFirst = (most: number = limits.typedLength) =>
  z.maxLength(most, { error: ({ input }) => tooLongIssue(String(input), most), abort: true });

/** Only the length is checked before cleaning. */
export const typedLine = (error?: string, most?: number) =>
  z.string(error).check(lengthFirst(most), z.overwrite(cleanLine));

/** In code points. A longer text stays in its field, and is refused. */
export const atMost = (maxLength: number) =>
  z.maxLength(maxLength, {
    error: ({ input }) => tooLongIssue(String(input), maxLength),
  });

const wellFormed = z.regex(/^\P{Cs}*$/u, 'Half of a symbol is missing: please type it again');

export const singleLineText = (maxLength: number, requiredMessage: string) =>
  typedLine(requiredMessage).check(
    z.regex(visible, { error: requiredMessage, abort: true }),
    atMost(maxLength),
    wellFormed,
  );

/** A sign or an emoji alone is no name. */
export const nameText = (maxLength: number, requiredMessage: string) =>
  singleLineText(maxLength, requiredMessage).check(z.regex(/\p{L}/u, 'Please write the name in letters'));

export const optionalText = (maxLength: number) =>
  z.pipe(
    z.pipe(
      z.nullish(z.string('Use text').check(lengthFirst())),
      z.transform((text) => (text && cleanText(text)) || null),
    ),
    z.nullable(z.string().check(atMost(maxLength), wellFormed)),
  );

export const multiLineText = (maxLength: number, requiredMessage: string) =>
  z.pipe(optionalText(maxLength), z.string(requiredMessage).check(z.regex(visible, requiredMessage)));

export const instantOf = (moment: Date): Instant => instantSchema.parse(moment.toISOString());

/** Any text, because an invalid token has an answer of its own. */
export const linkTokenSchema = z.string().check(z.maxLength(200));
