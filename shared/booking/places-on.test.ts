import { expect, it } from 'vitest';
import type { SessionChange } from '#shared/sessions/slot';
import {
  cancelled,
  exampleCalendar,
  extra,
  makeUpOn,
  morning,
  noon,
  trialSessionOn,
} from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import { placesOn } from './booked-sessions.ts';

const full = (...days: string[]) => ({
  time_slot_id: morning.id,
  is_trial: false,
  dates: days.map(date),
  amount: cents(10_000),
});
const trial = (day: string) => ({ ...full(day), is_trial: true });
const changes: SessionChange[] = [
  cancelled('2025-10-11', { remedy: makeUpOn('2025-11-05') }),
  extra('2025-11-05'),
];

it.each([
  ['a full booking', full('2025-09-27', '2025-10-04'), '2025-10-04', { kind: 'full', is_first: false }],
  ['its first session', full('2025-10-04', '2025-10-18'), '2025-10-04', { kind: 'full', is_first: true }],
  ['a date before it began', full('2025-10-04', '2025-10-18'), '2025-09-27', null],
  ['a trial', trial('2025-10-04'), '2025-10-04', { kind: 'trial', is_first: false }],
  ['a make-up', full('2025-10-11', '2025-10-18'), '2025-11-05', { kind: 'make-up', is_first: true }],
  [
    'the session of a kept trial',
    { ...full('2025-10-18'), trial_session: trialSessionOn('2025-10-04') },
    '2025-10-04',
    { kind: 'trial', is_first: false },
  ],
  [
    'the session after a kept trial',
    { ...full('2025-10-18'), trial_session: trialSessionOn('2025-10-04') },
    '2025-10-18',
    { kind: 'full', is_first: false },
  ],
] as const)('finds the place of %s [REG-01]', (_, booking, day, expected) => {
  const cls = { ...exampleCalendar(changes), time_slots: [morning, noon] };
  const places = placesOn(cls, morning, date(day), [booking]);
  expect(places).toEqual(expected ? [{ booking, ...expected }] : []);
});
