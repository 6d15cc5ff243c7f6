import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';

/**
 * A calendar that only counts day by day, without `Date`: an independent model to test the arithmetic of
 * `shared/domain`.
 */
const daysIn = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const write = (year: number, month: number, day: number): CalendarDate =>
  calendarDateSchema.parse([year, month, day].map((part) => String(part).padStart(2, '0')).join('-'));

/** The next day. */
export const dayAfter = (date: CalendarDate): CalendarDate => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  if (day < daysIn(year, month)) return write(year, month, day + 1);
  return month < 12 ? write(year, month + 1, 1) : write(year + 1, 1, 1);
};

/** All days from one date to another, both included; empty when `to` is earlier. */
export const everyDay = (from: CalendarDate, to: CalendarDate): CalendarDate[] => {
  const days: CalendarDate[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
};
