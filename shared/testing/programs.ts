import fc from 'fast-check';
import type { CalendarDate } from '#shared/schemas/values';
import { dayAfter } from './slow-calendar.ts';
import { anyDate, date } from './values.ts';

/** The class of the examples in the requirements: Saturdays, 56 days, 9 sessions. */
export const exampleProgram = { start_date: date('2025-09-06'), end_date: date('2025-11-01') };

const daysBefore = 60;
const daysAfter = 10;

/** A class, with all days from 60 before its start to 10 after its end. */
export const programIn = (first: CalendarDate, length: number) => {
  const days = [first];
  while (days.length <= daysBefore + length + daysAfter) days.push(dayAfter(days.at(-1) ?? first));
  const [start_date = first, end_date = first] = [days[daysBefore], days[daysBefore + length]];
  return { dates: { start_date, end_date }, days };
};

/** Any class of 1 day to a year, with the days around it. */
export const anyProgram = fc
  .tuple(anyDate, fc.integer({ min: 0, max: 365 }))
  .map(([first, length]) => programIn(first, length));

/** The example class with the days around it. */
export const exampleWindow = programIn(date('2025-07-08'), 56);
