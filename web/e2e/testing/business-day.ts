import { toCalendarDate } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';

const hoursFromNoon = 12 - new Date().getUTCHours();

/**
 * The business time zone of the tests. It is about noon there now, so that no test runs across midnight.
 * `Etc/GMT-3` is three hours east of UTC.
 */
export const businessTimeZone = `Etc/GMT${hoursFromNoon > 0 ? '-' : '+'}${Math.abs(hoursFromNoon)}`;

/** Today in the business time zone. */
export const businessToday: CalendarDate = toCalendarDate(new Date(), businessTimeZone);

/**
 * The date of birth of somebody who is this many years old from a day on. February 29 is replaced by a day of each year.
 */
export const turningOn = (day: CalendarDate, years: number): CalendarDate =>
  calendarDateSchema.parse(`${Number(day.slice(0, 4)) - years}${day.slice(4).replace('-02-29', '-02-28')}`);

/** A date of birth that makes someone this many years old today; the birthday was some months ago. */
export const bornYearsAgo = (years: number): CalendarDate =>
  addDays(businessToday, -Math.round((years + 0.4) * 365.25));
