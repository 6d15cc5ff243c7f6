import { daysPerWeek } from '#shared/domain/classes/schedule';
import { formatDate, formatTime, weekdayName } from '#shared/domain/text/format';
import { type Instant, type WallTime, wallTimeSchema } from '#shared/schemas/values';
import type { BusinessMoment } from './business-time.ts';
import { daysBetween, toCalendarDate } from './calendar.ts';

const wallTimeOf = (instant: Instant, timeZone: string): WallTime =>
  wallTimeSchema.parse(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(instant)),
  );

/**
 * A deadline in business time, to follow "until": "Thu, 9:00 AM", with its date where another Thursday could be meant:
 * "Thu, 9:00 AM (Sep 4, 2025)" (END-05).
 */
export const formatDeadline = (deadline: Instant, { today, timeZone }: BusinessMoment): string => {
  const date = toCalendarDate(new Date(deadline), timeZone);
  const text = `${weekdayName(date).slice(0, 'Thu'.length)}, ${formatTime(wallTimeOf(deadline, timeZone))}`;
  const daysAhead = daysBetween(today, date);
  return daysAhead >= 0 && daysAhead < daysPerWeek ? text : `${text} (${formatDate(date)})`;
};
