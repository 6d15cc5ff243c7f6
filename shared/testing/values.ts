import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  type CalendarDate,
  calendarDateSchema,
  centsSchema,
  instantSchema,
  type WallTime,
  wallTimeSchema,
} from '#shared/lib/values';

/** Branded values from literals, for tests; each throws for an invalid value. */
export const date = (text: string) => calendarDateSchema.parse(text);
export const time = (text: string) => wallTimeSchema.parse(text);
export const cents = (amount: number) => centsSchema.parse(amount);
export const instant = (text: string) => instantSchema.parse(text);

/** Any date of two centuries, far enough from the limits of the accepted range to add years. */
export const anyDate = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2149-12-31'), noInvalidDate: true })
  .map((day) => date(day.toISOString().slice(0, 10)));

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));

/** Any wall time, with and without seconds. */
export const anyTime: fc.Arbitrary<WallTime> = fc
  .tuple(twoDigits(23), twoDigits(59), fc.option(twoDigits(59), { nil: undefined }))
  .map((parts) => time(parts.filter((part) => part !== undefined).join(':')));

/** The issues of a schema with a value, each with its field if it has one; empty for a valid value. */
export const issuesOf = (schema: z.core.$ZodType, value: unknown): string[] =>
  (z.safeParse(schema, value).error?.issues ?? []).map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );

/** Zones with and without clock changes, in both hemispheres, with changes of an hour, of half an hour and at midnight. */
export const zones = [
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
] as const;

/** What the clocks of a zone show at an instant, read by a library, as the instant of UTC clocks that show the same. */
const wallAt = (instant: number, timeZone: string): number => {
  const there = new TZDate(instant, timeZone);
  return Date.UTC(
    there.getFullYear(),
    there.getMonth(),
    there.getDate(),
    there.getHours(),
    there.getMinutes(),
    there.getSeconds(),
  );
};

const quarterHour = 15 * 60_000;

/**
 * The independent model of a date and time in a zone: of all instants at which its clocks could show them, the first at
 * which they do. Where they never do, the last one before the gap says how far its clocks are from UTC.
 */
export const findInstant = (date: CalendarDate, time: WallTime, timeZone: string): Date => {
  const wanted = Date.parse(`${date}T${time.padEnd('HH:MM:SS'.length, ':00')}Z`);
  const candidates = Array.from({ length: 121 }, (_, step) => wanted + (step - 60) * quarterHour);
  const shown = candidates.find((instant) => wallAt(instant, timeZone) === wanted);
  if (shown !== undefined) return new Date(shown);
  const beforeGap = candidates.findLast((instant) => wallAt(instant, timeZone) < wanted);
  if (beforeGap === undefined) throw new Error(`No clock of ${timeZone} is before ${date} ${time}`);
  return new Date(wanted - (wallAt(beforeGap, timeZone) - beforeGap));
};
