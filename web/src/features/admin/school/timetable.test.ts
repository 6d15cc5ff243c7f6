import { expect, it } from 'vitest';
import { sampleVenue } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { calendarDateSchema } from '#shared/lib/values';
import { dashboardSchema } from '#shared/school/admin-routes';
import { timetableDays } from './timetable.tsx';

const today = calendarDateSchema.parse('2026-11-21');
const tomorrow = addDays(today, 1);
const classId = 'cls_01J00000000000000000000001';
const [early, late] = ['slt_01J00000000000000000000001', 'slt_01J00000000000000000000002'];

const slot = (id: string | undefined, start_time: string, current_bookings: number) => ({
  id,
  class_id: classId,
  start_time,
  end_time: '20:00:00',
  max_capacity: 10,
  current_bookings,
  calendar_version: 0,
  created_at: '2026-09-01T10:00:00.000Z',
});
const session = (slot_id: string | undefined, state: string) => ({
  slot_id,
  state,
  date: tomorrow,
  kind: 'weekly',
  reason: state === 'cancelled' ? 'weather' : null,
});

it('puts each session into the column of its day, and counts the places of those that are on', () => {
  const upcoming = dashboardSchema.shape.upcoming.parse([
    {
      id: classId,
      class_type: 'miniballerz',
      venue: 'Meadow',
      venue_details: sampleVenue,
      coach_name: 'Sam',
      time_slots: [slot(late, '10:00:00', 5), slot(early, '09:00:00', 4)],
      sessions: [session(late, 'cancelled'), session(early, 'on')],
    },
  ]);
  const days = timetableDays(upcoming, today);
  expect(days.map(({ sessions }) => sessions.length)).toEqual([0, 2, 0, 0, 0, 0, 0, 0]);
  expect(days[1]).toMatchObject({ date: tomorrow, booked: 4, places: 10 });
  expect(days[1]?.sessions.map((each) => each.slot.id)).toEqual([early, late]);
});

it('has eight empty days without sessions', () => {
  expect(timetableDays([], today).map(({ places }) => places)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});
