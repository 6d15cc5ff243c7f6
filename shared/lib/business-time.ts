import { ascending } from '#shared/lib/text';
import { type CalendarDate, calendarDateSchema, type WallTime, wallTimeSchema } from '#shared/lib/values';
import { dayMs, minuteMs, secondMs, weekMs } from './durations.ts';

export interface WallClock {
  readonly date: CalendarDate;
  readonly time: WallTime;
}

export const utcClock = (instant: number): WallClock => {
  const [date, time = ''] = new Date(instant).toISOString().split('T');
  return { date: calendarDateSchema.parse(date), time: wallTimeSchema.parse(time.slice(0, 'HH:MM'.length)) };
};

export interface BusinessMoment {
  readonly now: Date;
  readonly today: CalendarDate;
  /** IANA zone (PRC-23). */
  readonly timeZone: string;
}

export type BusinessDay = Pick<BusinessMoment, 'today' | 'timeZone'>;

/** @throws RangeError for an unknown zone */
export const businessMoment = (now: Date, timeZone: string): BusinessMoment => ({
  now,
  today: toCalendarDate(now, timeZone),
  timeZone,
});

/** By zone: making a formatter takes a hundred times as long as using it. */
const wallFormatters = new Map<string, Intl.DateTimeFormat>();

const wallFormatter = (timeZone: string): Intl.DateTimeFormat => {
  const known = wallFormatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  wallFormatters.set(timeZone, made);
  return made;
};

/** Milliseconds that wall time is ahead of UTC; null where unknown. */
type OffsetAt = (instant: number) => number | null;

const knownOffsets = new Map<string, OffsetAt>();

/** Uses known offsets of a zone, and Intl for the others. */
export const knowOffsets = (timeZone: string, offsetAt: OffsetAt): void => {
  knownOffsets.set(timeZone, offsetAt);
};

export const zoneOffset = (instant: number, timeZone: string): number =>
  knownOffsets.get(timeZone)?.(instant) ?? formattedOffset(instant, timeZone);

const formattedOffset = (instant: number, timeZone: string): number => {
  const parts = wallFormatter(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - instant;
};

/** Milliseconds at the start of an instant's second. */
const wholeSecond = (now: Date): number => now.getTime() - (now.getTime() % secondMs);

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** Whole minutes: "+01:00", "-03:30". */
export const offsetText = (offset: number): string => {
  const minutes = Math.abs(offset) / minuteMs;
  return `${offset < 0 ? '-' : '+'}${twoDigits(Math.trunc(minutes / 60))}:${twoDigits(minutes % 60)}`;
};

/** RFC 3339: "2025-09-06T14:05:00.123+01:00". @throws RangeError for an unknown zone */
export const toOffsetTime = (now: Date, timeZone: string): string => {
  const offset = zoneOffset(wholeSecond(now), timeZone);
  const wall = new Date(now.getTime() + offset).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS.sss'.length);
  return `${wall}${offsetText(offset)}`;
};

const weeksOfYear = 52;

/** The second at which the offset of `end` began; `start` has another one. */
const changeBetween = (start: number, end: number, timeZone: string): number => {
  if (end - start === secondMs) return end;
  const middle = start + secondMs * Math.floor((end - start) / secondMs / 2);
  return zoneOffset(middle, timeZone) === zoneOffset(end, timeZone)
    ? changeBetween(start, middle, timeZone)
    : changeBetween(middle, end, timeZone);
};

/** In the last and the coming year, in order. No zone changes twice within a week. @throws RangeError for an unknown zone */
export const offsetStarts = (now: Date, timeZone: string): readonly Date[] => {
  const present = wholeSecond(now);
  const weeks = Array.from(
    { length: 2 * weeksOfYear + 1 },
    (_, week) => present + (week - weeksOfYear) * weekMs,
  );
  const offsets = weeks.map((instant) => zoneOffset(instant, timeZone));
  const changes = weeks.flatMap((instant, week) =>
    week === 0 || offsets[week] === offsets[week - 1]
      ? []
      : new Date(changeBetween(instant - weekMs, instant, timeZone)),
  );
  const edge = weeksOfYear * weekMs;
  return [new Date(present - edge), ...changes, new Date(present + edge)];
};

export const wallClock = (now: Date, timeZone: string): WallClock =>
  utcClock(now.getTime() + zoneOffset(wholeSecond(now), timeZone));

/** A date in a zone (PRC-23). @throws RangeError for an unknown zone */
export const toCalendarDate = (now: Date, timeZone: string): CalendarDate => wallClock(now, timeZone).date;

/** The instants that a wall time can be, by the offsets of the day before and of the day after, and which of them show it. */
const candidates = (wall: number, timeZone: string) => {
  // No zone changes its clocks twice within these two days.
  const before = wall - zoneOffset(wall - dayMs, timeZone);
  const after = wall - zoneOffset(wall + dayMs, timeZone);
  const isShownAt = (instant: number) => instant + zoneOffset(instant, timeZone) === wall;
  return { before, after, isBefore: isShownAt(before), isAfter: isShownAt(after) };
};

/**
 * The instant of a date and wall time (RFC 5545, 3.3.5): of a time that clocks show twice the first, of a time that clocks skip
 * by the offset before the gap (01:30 becomes 02:30).
 * @throws RangeError for an unknown zone
 */
export const toInstant = (date: CalendarDate, time: WallTime, timeZone: string): Date => {
  const { before, after, isBefore, isAfter } = candidates(Date.parse(`${date}T${time}Z`), timeZone);
  return new Date(!isBefore && isAfter ? after : before);
};

const secondOf = (wall: number, timeZone: string): Date | null => {
  const { before, after, isBefore, isAfter } = candidates(wall, timeZone);
  return isBefore && isAfter && before !== after ? new Date(after) : null;
};

export const toSecondInstant = (date: CalendarDate, time: WallTime, timeZone: string): Date | null =>
  secondOf(Date.parse(`${date}T${time}Z`), timeZone);

/** "EDT" for the first 1:30 AM, "EST" for the second; null for a time that is shown once. */
export const zoneWhereTwice = (now: Date, timeZone: string): string | null => {
  const whole = wholeSecond(now);
  if (secondOf(whole + zoneOffset(whole, timeZone), timeZone) === null) return null;
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null;
};

/** `09:00` and `09:00:00` are the same time (DAT-08). */
const withSeconds = (time: WallTime): string => time.padEnd('HH:MM:SS'.length, ':00');

/** Negative when `one` is earlier, 0 for the same time. */
export const compareTimes = (one: WallTime, other: WallTime): number =>
  ascending(withSeconds(one), withSeconds(other));

export const withoutSeconds = (time: WallTime): string => time.slice(0, 'HH:MM'.length);
