import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessMoment } from '#shared/lib/business-time';
import { bookingIdSchema, slotIdSchema } from '#shared/lib/ids';
import { cents, date, instant, time } from '#shared/testing/values';
import { followingSlots, renewalPlaces, shareRenewals } from './renewals.ts';

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
