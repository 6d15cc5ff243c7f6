import { expect, it } from 'vitest';
import { businessMoment } from '#shared/lib/business-time';
import {
  cancelled,
  exampleCalendar,
  extra,
  makeUpOn,
  morning,
  noon,
} from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import { notComingProblem } from './booked-sessions.ts';

const booking = {
  time_slot_id: morning.id,
  dates: ['2025-09-27', '2025-10-04', '2025-10-11'].map(date),
  amount: cents(10_000),
};
const calendar = exampleCalendar([
  cancelled('2025-10-11', { remedy: makeUpOn('2025-11-05') }),
  extra('2025-11-05'),
]);

it.each([
  ['a session to come', '2025-10-04', '2025-09-27T10:00:00Z', null],
  ['a date without a session', '2025-10-05', '2025-09-27T10:00:00Z', 'sessionNotFound'],
  ['a cancelled session', '2025-10-11', '2025-09-27T10:00:00Z', 'sessionNotFound'],
  ['its make-up', '2025-11-05', '2025-09-27T10:00:00Z', null],
])('of %s is decided by the calendar and the clock of the business [ABS-01]', (_, day, now, expected) => {
  const moment = businessMoment(new Date(now), 'Europe/London');
  expect(notComingProblem(calendar, booking, [morning], date(day), moment)).toBe(expected);
});

it('is decided by the times of the slot in which the session is [ABS-01]', () => {
  const moved = { ...booking, time_slot_id: noon.id, earlier_slots: { '2025-10-04': morning.id } };
  const moment = businessMoment(new Date('2025-10-04T09:00:00Z'), 'Europe/London');
  const ofDay = notComingProblem(calendar, moved, [noon, morning], date('2025-10-04'), moment);
  expect(ofDay).toBe('sessionBegun');
});
