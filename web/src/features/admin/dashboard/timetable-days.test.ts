import { expect, it } from 'vitest';
import { sampleClass, sampleToday } from '#infra/testing/samples/samples';
import { addDays } from '#shared/domain/calendar';
import { startTimes, timetableDays } from './timetable-days.ts';

const cls = sampleClass({ capacities: [10, 5] });
const [early, late] = cls.time_slots;
if (!early || !late) throw new Error('the class has two slots');
const tomorrow = addDays(sampleToday, 1);
const common = { date: tomorrow, kind: 'weekly', reason: null } as const;

it('puts each session into the column of its day, and counts the places of those that are on', () => {
  const days = timetableDays(
    [
      {
        ...cls,
        time_slots: [late, { ...early, current_bookings: 4 }],
        sessions: [
          { ...common, slot_id: late.id, state: 'cancelled' },
          { ...common, slot_id: early.id, state: 'on' },
        ],
      },
    ],
    sampleToday,
  );
  expect(days.map(({ sessions }) => sessions.length)).toEqual([0, 2, 0, 0, 0, 0, 0, 0]);
  expect(days[1]).toMatchObject({ date: tomorrow, booked: 4, places: 10 });
  expect(days[1]?.sessions.map(({ slot }) => slot.id)).toEqual([early.id, late.id]);
  expect(startTimes(days)).toEqual([early.start_time, late.start_time]);
});

it('has eight empty days without sessions', () => {
  expect(timetableDays([], sampleToday).map(({ places }) => places)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});
