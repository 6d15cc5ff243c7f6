import * as z from 'zod/mini';

const isRealDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** A calendar date `yyyy-MM-dd`, without a time or a zone (DAT-03). Dates compare as strings. */
export const calendarDateSchema = z
  .string()
  .check(
    z.regex(/^(?:19|20|21)\d\d-\d\d-\d\d$/, { error: 'Use a date like 2026-09-05', abort: true }),
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
 * Required text of one line: trimmed, white space collapsed, with a visible character, without control characters and
 * lone surrogates.
 */
export const singleLineText = (maxLength: number, requiredMessage: string) =>
  z.pipe(
    z.pipe(
      z.string(requiredMessage),
      z.transform((text) => text.normalize('NFC').trim().replace(/\s+/gu, ' ')),
    ),
    z
      .string()
      .check(
        z.regex(/[^\p{Z}\p{C}]/u, requiredMessage),
        z.maxLength(maxLength, `Use at most ${maxLength} characters`),
        z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Remove the special characters'),
      ),
  );

/** Optional text of several lines: trimmed, null when empty, without control characters and lone surrogates. */
export const optionalText = (maxLength: number) =>
  z.pipe(
    z.pipe(
      z.nullish(z.string('Use text')),
      z.transform((text) => text?.normalize('NFC').replace(/\r\n?/g, '\n').trim() || null),
    ),
    z.nullable(
      z
        .string()
        .check(
          z.maxLength(maxLength, `Use at most ${maxLength} characters`),
          z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, 'Remove the special characters'),
        ),
    ),
  );

/** Required text of several lines: trimmed, without control characters and lone surrogates. */
export const multiLineText = (maxLength: number, requiredMessage: string) =>
  z.pipe(
    optionalText(maxLength),
    z.string(requiredMessage).check(z.regex(/[^\p{Z}\p{C}]/u, requiredMessage)),
  );
