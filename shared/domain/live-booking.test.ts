import { expect, it } from 'vitest';
import { calendarDateSchema } from '../schemas/values.ts';
import { isLiveBooking } from './live-booking.ts';

const date = (text: string) => calendarDateSchema.parse(text);
const dates = { start_date: date('2025-09-06'), end_date: date('2025-11-01') };

it.each([
  ['a class that has not started', null, '2025-09-01', true],
  ['the last day of the class', null, '2025-11-01', true],
  ['a class that ended yesterday', null, '2025-11-02', false],
  ['the day of the trial', '2025-09-27', '2025-09-27', true],
  ['the day after the trial, while the class goes on', '2025-09-27', '2025-09-28', false],
])('%s', (_name, trial, today, expected) => {
  expect(isLiveBooking({ trial_date: trial === null ? null : date(trial) }, dates, date(today))).toBe(
    expected,
  );
});
