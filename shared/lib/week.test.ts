import { expect, it } from 'vitest';
import { calendarDateSchema } from '#shared/lib/values';
import { mondayOf } from './calendar.ts';

it.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2027-01-01', '2026-12-28'],
  ['2028-02-29', '2028-02-28'],
])('the Monday of %s is %s', (date, monday) => {
  expect(mondayOf(calendarDateSchema.parse(date))).toBe(monday);
});
