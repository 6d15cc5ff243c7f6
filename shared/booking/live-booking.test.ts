import { expect, it } from 'vitest';
import { cancelled, exampleCalendar, extra, makeUpOn, morning } from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import { isLiveBooking } from './booked-sessions.ts';

const lastTwo = ['2025-10-25', '2025-11-01'];

it.each([
  ['before the class has started', lastTwo, '2025-09-01', [], true],
  ['on the day of its last session', lastTwo, '2025-11-01', [], true],
  ['after its last session', lastTwo, '2025-11-02', [], false],
  ['when all that is left is cancelled', lastTwo, '2025-10-26', [cancelled('2025-11-01')], false],
  [
    'until the make-up date of its last session',
    lastTwo,
    '2025-11-08',
    [cancelled('2025-11-01', { remedy: makeUpOn('2025-11-08') }), extra('2025-11-08')],
    true,
  ],
])('%s', (_name, days, today, changes, expected) => {
  const booking = { time_slot_id: morning.id, dates: days.map(date), amount: cents(4_000) };
  expect(isLiveBooking(booking, exampleCalendar(changes), date(today))).toBe(expected);
});
