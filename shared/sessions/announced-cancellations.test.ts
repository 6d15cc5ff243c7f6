import { expect, it } from 'vitest';
import { cancelled, exampleCalendar, noon } from '#shared/testing/session-calendars';
import { date } from '#shared/testing/values';
import { announcedCancellations, publicReason } from './sessions.ts';

const announced = (today: string, ...changes: Parameters<typeof exampleCalendar>[0] & object) =>
  announcedCancellations(exampleCalendar(changes), { id: cancelled('2025-09-20').slot_id }, date(today));

it.each([
  ['2025-09-12', []],
  ['2025-09-13', ['2025-09-20']],
  ['2025-09-20', ['2025-09-20']],
  ['2025-09-21', []],
])('on %s the sessions cancelled until 7 days later are announced: %j [CAN-14]', (today, dates) => {
  const found = announced(today, cancelled('2025-09-20'), cancelled('2025-10-18'));
  expect(found.map((session) => session.date)).toEqual(dates);
});

it.each([
  ['weather', 'weather', 'weather'],
  ['pitch', 'pitch', 'pitch'],
  ['coach', null, 'other'],
  ['other', null, 'other'],
] as const)('the reason %s is announced as %s [CAN-14]', (reason, shown, sent) => {
  expect(announced('2025-09-20', cancelled('2025-09-20', { reason }))).toEqual([
    { date: '2025-09-20', reason: shown },
  ]);
  expect(publicReason(reason)).toBe(sent);
});

it('the cancelled sessions of another slot are not announced', () => {
  expect(announced('2025-09-20', cancelled('2025-09-20', { slot_id: noon.id }))).toEqual([]);
});
