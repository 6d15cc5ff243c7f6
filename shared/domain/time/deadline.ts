import { formatDate, formatTime, weekdayName } from '#shared/domain/text/format';
import type { Instant } from '#shared/schemas/values';
import { type BusinessMoment, wallClock, zoneWhereTwice } from './business-time.ts';
import { daysBetween, daysPerWeek } from './calendar.ts';

/**
 * A deadline in business time, to follow "until": "Thu, 9:00 AM", with its date where another Thursday could be meant:
 * "Thu, 9:00 AM (Sep 4, 2025)" (END-05). A time that clocks show twice names its zone: "Sun, 1:30 AM EDT" (TRM-11).
 */
export const formatDeadline = (deadline: Instant, { today, timeZone }: BusinessMoment): string => {
  const { date, time } = wallClock(new Date(deadline), timeZone);
  const zone = zoneWhereTwice(new Date(deadline), timeZone);
  const text = `${weekdayName(date).slice(0, 'Thu'.length)}, ${formatTime(time)}${zone ? ` ${zone}` : ''}`;
  const daysAhead = daysBetween(today, date);
  return daysAhead >= 0 && daysAhead < daysPerWeek ? text : `${text} (${formatDate(date)})`;
};
