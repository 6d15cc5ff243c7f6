import { TZDate } from '@date-fns/tz';
import type { CalendarDate, WallTime } from '#shared/schemas/values';

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
