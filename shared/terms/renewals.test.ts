import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessMoment } from '#shared/lib/business-time';
import { bookingIdSchema, slotIdSchema } from '#shared/lib/ids';
import { exampleClass } from '#shared/testing/session-calendars';
import { cents, date, instant, time } from '#shared/testing/values';
import type { OfferView } from '#shared/waiting/waiting-view';
import { followingSlots, otherTimes, renewalPlaces, shareRenewals } from './renewals.ts';

const slot = (name: string, start: string, end: string) => ({
  name,
  start_time: time(start),
  end_time: time(end),
});

it.each([
  ['the same time', ['9:9-10'], ['9:9-10'], ['9>9']],
  ['another end', ['9:9-10'], ['9:9-11'], ['9>9']],
  ['another time', ['9:9-10'], ['10:10-11'], []],
  ['two at one time, in their order', ['a:9-10', 'b:9-10'], ['c:9-10', 'd:9-10'], ['a>c', 'b>d']],
  ['two at one time, by their ends', ['a:9-10', 'b:9-11'], ['c:9-11', 'd:9-10'], ['a>d', 'b>c']],
  ['one less', ['a:9-10', 'b:9-10'], ['c:9-10'], ['a>c']],
])('slots of %s follow each other [TRM-03]', (_, before, next, pairs) => {
  const read = (text: string) => {
    const [name = '', times = ''] = text.split(':');
    const [start = '', end = ''] = times.split('-').map((hour) => `${hour.padStart(2, '0')}:00`);
    return slot(name, start, end);
  };
  const found = followingSlots(before.map(read), next.map(read));
  expect([...found].map(([one, other]) => `${one.name}>${other.name}`)).toEqual(pairs);
});

const anyBookings = fc.uniqueArray(fc.record({ number: fc.nat(999), is_trial: fc.boolean() }), {
  selector: ({ number }) => number,
  maxLength: 30,
});

it('places are kept for the full bookings that were made first, never more than there are [TRM-03]', () => {
  fc.assert(
    fc.property(anyBookings, fc.option(fc.nat(20), { nil: undefined }), (entries, places) => {
      const bookings = entries.map(({ number, is_trial }) => ({
        id: bookingIdSchema.parse(`bkg_${String(number).padStart(26, '0')}`),
        is_trial,
      }));
      const { held, without } = shareRenewals(bookings, places);
      const full = bookings.filter(({ is_trial }) => !is_trial);
      expect([...held, ...without].map(({ id }) => id)).toEqual(full.map(({ id }) => id).toSorted());
      expect(held).toHaveLength(Math.min(places ?? 0, full.length));
    }),
  );
});

describe('a kept place', () => {
  const cls = (start: string, end: string) => ({
    start_date: date(start),
    end_date: date(end),
    skipped_dates: [],
    session_changes: [],
    weekly_rate: cents(2_000),
  });
  const morning = {
    id: slotIdSchema.parse(`slt_${'0'.repeat(26)}`),
    start_time: time('09:00'),
  };
  const placesAt = (now: string, deadline: string, dates: readonly [string, string]) =>
    renewalPlaces(cls(...dates), morning, instant(deadline), businessMoment(new Date(now), 'Europe/London'));

  it.each([
    // The clocks go back on Oct 25 and forward on Mar 29, between publishing and the deadline.
    ['2026-10-19T10:00:00.000Z', '2026-11-02T20:00:00.000Z', ['2026-11-07', '2026-12-12']],
    ['2026-03-23T10:00:00.000Z', '2026-04-06T19:00:00.000Z', ['2026-04-11', '2026-05-16']],
  ] as const)(
    'made at %s is kept until the deadline, at the price of all sessions [TRM-03]',
    (now, until, dates) => {
      expect(placesAt(now, until, dates)).toMatchObject({ until, from_session: dates[0], price: 12_000 });
    },
  );

  it.each([
    ['2026-10-24', '2026-10-24T06:00:00.000Z'],
    ['2026-10-31', '2026-10-31T07:00:00.000Z'],
    ['2026-03-28', '2026-03-28T07:00:00.000Z'],
    ['2026-04-04', '2026-04-04T06:00:00.000Z'],
  ])('ends two hours before a first session on %s that is earlier [TRM-03]', (first, until) => {
    const now = `${first.slice(0, 8)}01T10:00:00.000Z`;
    expect(placesAt(now, '2026-12-01T20:00:00.000Z', [first, '2027-02-06'])?.until).toBe(until);
  });

  it('covers what is left of a class that goes on, and is none where that is nothing or too late [TRM-03]', () => {
    const dates = ['2026-11-07', '2026-12-12'] as const;
    const late = '2027-01-01T20:00:00.000Z';
    expect(placesAt('2026-11-21T12:00:00.000Z', late, dates)).toMatchObject({ from_session: '2026-11-28' });
    expect(placesAt('2026-12-12T12:00:00.000Z', late, dates)).toBeNull();
    expect(placesAt('2026-12-12T08:00:00.000Z', late, dates)).toBeNull();
    expect(placesAt('2026-11-01T12:00:00.000Z', '2026-11-01T11:00:00.000Z', dates)).toBeNull();
  });
});

const moment = businessMoment(new Date('2025-09-23T10:00:00Z'), 'Europe/London');
/** Slots at 9:00 and at 12:00 on Saturdays. */
const nextClass = exampleClass();
const [nine, noon] = nextClass.time_slots;

const offerOf = (busy: NonNullable<OfferView['renewal']>['busy']): Parameters<typeof otherTimes>[1] => ({
  time_slot_id: slotIdSchema.parse(`slt_${'0'.repeat(26)}`),
  until: instant('2025-10-07T19:00:00.000Z'),
  from_session: date('2025-10-04'),
  venue_details: nextClass.venue_details,
  renewal: { age_note: null, suited_types: [nextClass.class_type], busy },
});
const session = (day: string, start: string, end: string) => ({
  date: date(day),
  start_time: time(start),
  end_time: time(end),
});

it.each([
  ['all, where it has none', [], [nine, noon]],
  ['all, where another one begins when theirs ends', [session('2025-09-27', '09:45', '10:00')], [nine, noon]],
  ['those that are at another time on each date', [session('2025-10-11', '09:30', '12:15')], []],
  ['those of the other hour', [session('2025-10-11', '12:30', '13:15')], [nine]],
  ['all, where another one is before their first', [session('2025-09-20', '09:00', '09:45')], [nine, noon]],
])('other times of a child are %s of its sessions [TRM-04, BSK-04]', (_, busy, slots) => {
  expect(otherTimes([nextClass], offerOf(busy), moment).map(({ slot }) => slot)).toEqual(slots);
});

it.each([
  ['the slot that is kept', {}, nine?.id, [noon]],
  ['a full slot', { time_slots: [{ ...nine, current_bookings: 10 }, noon] }, undefined, [noon]],
  ['a class that ends before the next term', { end_date: '2025-10-03' }, undefined, []],
  [
    'a class that is not open for current families',
    { opens_for_current_at: '2025-09-24T10:00:00.000Z', opens_at: '2025-09-25T10:00:00.000Z' },
    undefined,
    [],
  ],
])('%s is no other time [TRM-04]', (_, overrides, kept, slots) => {
  const other = exampleClass(overrides);
  const offer = { ...offerOf([]), ...(kept && { time_slot_id: kept }) };
  expect(otherTimes([other], offer, moment).map(({ slot }) => slot)).toEqual(slots);
});
