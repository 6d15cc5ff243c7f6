import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate, Instant, WallTime } from '#shared/schemas/values';
import { toCalendarDate } from './calendar.ts';
import { counted } from './counted.ts';

/**
 * `Date` parses a calendar date as midnight UTC, so it is formatted in UTC and no time zone shifts it by a day
 * (PRC-23). The formatter is created at its first use, because loading locale data would delay a cold start.
 */
const dateFormat = (parts: Intl.DateTimeFormatOptions) => {
  let formatter: Intl.DateTimeFormat | undefined;
  return (date: CalendarDate): string => {
    formatter ??= new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...parts });
    return formatter.format(new Date(date));
  };
};

/**
 * Wall time in 12-hour form: "9:00 AM" (PRC-20). Without Intl, because engines differ in the kind of space before AM.
 */
export const formatTime = (time: WallTime): string => {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** Start and end of a slot: "9:00 AM - 10:00 AM" (PUB-45). */
export const formatTimeRange = ({
  start_time,
  end_time,
}: Pick<TimeSlot, 'start_time' | 'end_time'>): string =>
  `${formatTime(start_time)} - ${formatTime(end_time)}`;

/** "Sep 6, 2025" (PRC-21). */
export const formatDate = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' });

/** "Saturday, September 6, 2025" (PRC-21). */
export const formatLongDate = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

/** The date of an instant in an IANA time zone: "Sep 6, 2025". */
export const formatInstantDate = (instant: Instant, timeZone: string): string =>
  formatDate(toCalendarDate(new Date(instant), timeZone));

/** "Saturday". */
export const weekdayName = dateFormat({ weekday: 'long' });

/** The weekday of a class with this start date: "Every Saturday" (PRC-22). */
export const everyWeekday = (date: CalendarDate): string => `Every ${weekdayName(date)}`;

/** A class type as a title: words capitalised, underscores as spaces (PUB-40). */
export const classTypeName = (type: string): string =>
  type.replaceAll('_', ' ').replace(/(?<!\S)\S/gu, (letter) => letter.toUpperCase());

/** Free places in words: "1 spot remaining", "2 spots remaining" (PUB-47). */
export const placesText = (places: number): string => `${counted(places, 'spot', 'spots')} remaining`;
