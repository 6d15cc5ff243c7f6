import { addDays, toCalendarDate } from '#shared/domain/calendar';
import type { CalendarDate } from '#shared/schemas/values';

const hoursFromNoon = 12 - new Date().getUTCHours();

/**
 * Where the business is during the tests: somewhere in the world it is about noon now, and there no test can meet
 * midnight. (`Etc/GMT-3` lies three hours to the east.)
 */
export const businessTimeZone = `Etc/GMT${hoursFromNoon > 0 ? '-' : '+'}${Math.abs(hoursFromNoon)}`;

/** Today where the business is. */
export const businessToday: CalendarDate = toCalendarDate(new Date(), businessTimeZone);

/** A day of birth that makes someone so old today, with the birthday some months ago. */
export const bornYearsAgo = (years: number): CalendarDate =>
  addDays(businessToday, -Math.round((years + 0.4) * 365.25));
