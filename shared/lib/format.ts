import type { CalendarDate, WallTime } from '#shared/lib/values';
import { counted } from './text.ts';

// Without Intl, whose first formatter loads the locale's data (docs/performance.md).
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const monthName = (date: CalendarDate): string => months[Number(date.slice(5, 7)) - 1] ?? '';

const dayAndYear = (date: CalendarDate): string => `${Number(date.slice(8))}, ${Number(date.slice(0, 4))}`;

/** "9:00 AM" (PRC-20). Intl uses another kind of space in some engines. */
export const formatTime = (time: WallTime): string => {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** "9:00 AM - 10:00 AM" (PUB-45). */
export const formatTimeRange = ({
  start_time,
  end_time,
}: {
  readonly start_time: WallTime;
  readonly end_time: WallTime;
}): string => `${formatTime(start_time)} - ${formatTime(end_time)}`;

export const weekdayName = (date: CalendarDate): string =>
  // Midnight UTC, so that no time zone shifts the day (PRC-23).
  weekdays[new Date(date).getUTCDay()] ?? '';

/** "Sep 6, 2025" (PRC-21). */
export const formatDate = (date: CalendarDate): string =>
  `${monthName(date).slice(0, 3)} ${dayAndYear(date)}`;

/** "Sep 6", of a near day (EME-03). */
export const formatDay = (date: CalendarDate): string =>
  `${monthName(date).slice(0, 3)} ${Number(date.slice(-2))}`;

/** "Saturday, September 6, 2025" (PRC-21). */
export const formatLongDate = (date: CalendarDate): string =>
  `${weekdayName(date)}, ${monthName(date)} ${dayAndYear(date)}`;

/** "Every Saturday" (PRC-22). */
export const everyWeekday = (date: CalendarDate): string => `Every ${weekdayName(date)}`;

export const classTypeName = (type: string): string =>
  type.replaceAll('_', ' ').replace(/(?<!\S)\S/gu, (letter) => letter.toUpperCase());

export const bookingTypeName = (isTrial: boolean): string => (isTrial ? 'Trial Session' : 'Full Program');

/** "1 spot remaining", "2 spots remaining" (PUB-47). */
export const placesText = (places: number): string => `${counted(places, 'spot', 'spots')} remaining`;

/** "Mile End Stadium, Rhodeswell Road". */
export const venueText = ({
  venue,
  venue_details,
}: {
  readonly venue: string;
  readonly venue_details: { readonly address: string };
}): string => `${venue}, ${venue_details.address}`;
