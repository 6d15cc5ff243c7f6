import type { CalendarDate } from '#shared/schemas/values';
import { addDays, daysPerWeek } from './calendar.ts';

/** The Monday of a date's week. */
export const mondayOf = (date: CalendarDate): CalendarDate => {
  const daysSinceMonday = (new Date(date).getUTCDay() + daysPerWeek - 1) % daysPerWeek;
  return addDays(date, -daysSinceMonday);
};
