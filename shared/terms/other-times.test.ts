import { expect, it } from 'vitest';
import { footballClassSchema } from '#shared/classes/class';
import { businessMoment } from '#shared/lib/business-time';
import { slotIdSchema } from '#shared/lib/ids';
import { date, instant, time } from '#shared/testing/values';
import type { OfferView } from '#shared/waiting/waiting-view';
import { otherTimes } from './renewals.ts';

const moment = businessMoment(new Date('2025-09-23T10:00:00Z'), 'Europe/London');
const id = (prefix: string, number: number) => `${prefix}_${String(number).padStart(26, '0')}`;
/** Slots at 9:00 and at 10:00 on Saturdays. */
const cls = footballClassSchema.parse({
  id: id('cls', 1),
  class_type: 'juniorballerz',
  coach_name: 'Sam Okafor',
  image_url: null,
  venue: 'Riverside',
  venue_details: {
    id: id('ven', 1),
    address: '12 Riverside Road',
    map_url: null,
    directions: null,
    version: 1,
    changed_at: '2025-09-01T10:00:00.000Z',
  },
  price: 18_000,
  trial_price: null,
  weekly_rate: 2_000,
  skipped_dates: [],
  session_changes: [],
  start_date: '2025-09-06',
  end_date: '2025-11-01',
  opens_for_current_at: null,
  opens_at: null,
  created_by: '00000000-0000-4000-8000-000000000001',
  created_at: '2025-09-01T10:00:00.000Z',
  time_slots: [9, 10].map((hour) => ({
    id: id('slt', hour),
    class_id: id('cls', 1),
    max_capacity: 2,
    current_bookings: 0,
    calendar_version: 0,
    start_time: `${String(hour).padStart(2, '0')}:00`,
    end_time: `${String(hour).padStart(2, '0')}:45`,
  })),
});
const [nine, ten] = cls.time_slots;

const offerOf = (busy: NonNullable<OfferView['renewal']>['busy']): Parameters<typeof otherTimes>[1] => ({
  time_slot_id: slotIdSchema.parse(id('slt', 1)),
  until: instant('2025-10-07T19:00:00.000Z'),
  from_session: date('2025-10-04'),
  venue_details: cls.venue_details,
  renewal: { age_note: null, suited_types: [cls.class_type], busy },
});
const session = (day: string, start: string, end: string) => ({
  date: date(day),
  start_time: time(start),
  end_time: time(end),
});

it.each([
  ['all, where it has none', [], [nine, ten]],
  ['all, where another one begins when theirs ends', [session('2025-09-27', '09:45', '10:00')], [nine, ten]],
  ['those that are at another time on each date', [session('2025-10-11', '09:30', '10:15')], []],
  ['those of the other hour', [session('2025-10-11', '10:30', '11:15')], [nine]],
  ['all, where another one is before their first', [session('2025-09-20', '09:00', '09:45')], [nine, ten]],
])('other times of a child are %s of its sessions [TRM-04, BSK-04]', (_, busy, slots) => {
  expect(otherTimes([cls], offerOf(busy), moment).map(({ slot }) => slot)).toEqual(slots);
});

it.each([
  ['the slot that is kept', {}, nine?.id, [ten]],
  ['a full slot', { time_slots: [{ ...nine, current_bookings: 2 }, ten] }, undefined, [ten]],
  ['a class that ends before the next term', { end_date: '2025-10-03' }, undefined, []],
  [
    'a class that is not open for current families',
    { opens_for_current_at: '2025-09-24T10:00:00.000Z', opens_at: '2025-09-25T10:00:00.000Z' },
    undefined,
    [],
  ],
])('%s is no other time [TRM-04]', (_, overrides, kept, slots) => {
  const other = footballClassSchema.parse({ ...cls, ...overrides });
  const offer = { ...offerOf([]), ...(kept && { time_slot_id: kept }) };
  expect(otherTimes([other], offer, moment).map(({ slot }) => slot)).toEqual(slots);
});
