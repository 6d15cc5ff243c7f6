import { expect, it } from 'vitest';
import { at, sampleBooking, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { businessMoment } from '#shared/lib/business-time';
import { defaultSchoolSettings } from '#shared/school/settings';
import type { SessionChange } from '#shared/sessions/slot';
import { cancelled, extra } from '#shared/testing/session-calendars';
import { cents } from '#shared/testing/values';
import { moveEffect, moveOptions } from './moves.ts';

const moment = businessMoment(new Date('2025-09-23T10:00:00Z'), 'Europe/London');
const cls = sampleClass({ capacities: [5, 5] });
const [own, other] = [at(cls.time_slots, 0), at(cls.time_slots, 1)];

const effectWith = (changes: readonly SessionChange[]): string => {
  const session_changes = changes.map((change) => ({ ...change, slot_id: other.id }));
  const booking = {
    ...sampleBooking(cls, sampleFamily()),
    time_slot_id: own.id,
    sessions_left: cents(0),
    credited_dates: [],
  };
  const facts = { rules: defaultSchoolSettings.discounts, places: [] };
  const options = moveOptions(
    { booking, cls, slot: own },
    [{ ...cls, session_changes }],
    new Set(),
    moment,
    facts,
  );
  return moveEffect('Ana', at(options, 0), true);
};

const text = (day: string) => `Ana moves to 10:00 AM - 10:45 AM, from ${day} on. The price stays the same.`;

it.each([
  ['as many', [], text('Saturday, September 27, 2025')],
  [
    'one fewer',
    [cancelled('2025-10-04')],
    `${text('Saturday, September 27, 2025')} This time has 1 session fewer.`,
  ],
  [
    'two fewer, the next one among them',
    [cancelled('2025-09-27'), cancelled('2025-10-04')],
    `${text('Saturday, October 11, 2025')} This time has 2 sessions fewer.`,
  ],
  [
    'one more',
    [extra('2025-11-08')],
    `${text('Saturday, September 27, 2025')} This time has 1 session more.`,
  ],
])('a move within a class says where the new time has %s [MOV-01]', (_, changes, expected) => {
  expect(effectWith(changes)).toBe(expected);
});
