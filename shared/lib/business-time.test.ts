import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTime, date, findInstant, time, zones } from '#shared/testing/values';
import { businessMoment, offsetStarts, toCalendarDate, toInstant, toOffsetTime } from './business-time.ts';

describe('toCalendarDate', () => {
  it('agrees with an independent zone library at any moment [PRC-23]', () => {
    const zones = [
      'Europe/London',
      'America/New_York',
      'Africa/Cairo',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ];
    const moments = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2037-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (now, timeZone) => {
        const there = new TZDate(now.getTime(), timeZone);
        const expected = [there.getFullYear(), there.getMonth() + 1, there.getDate()];
        expect(toCalendarDate(now, timeZone).split('-').map(Number)).toEqual(expected);
      }),
    );
  });

  it('refuses a zone that does not exist', () => {
    expect(() => toCalendarDate(new Date(), 'Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('toOffsetTime', () => {
  it('has a plus where the zone is UTC', () => {
    expect(toOffsetTime(new Date('2026-12-05T09:00:30.120Z'), 'Europe/London')).toMatch(/\+00:00$/);
  });

  it('is the instant, and begins with the date of the zone [PRC-23]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (timeZone, now) => {
          const text = toOffsetTime(now, timeZone);
          expect(Date.parse(text)).toBe(now.getTime());
          expect(text.slice(0, 10)).toBe(toCalendarDate(now, timeZone));
        },
      ),
    );
  });
});

describe('offsetStarts', () => {
  it.each([
    [
      '2026-07-01T08:05:00.123Z',
      'Europe/London',
      [
        '2025-07-02T08:05:00.000Z',
        '2025-10-26T01:00:00.000Z',
        '2026-03-29T01:00:00.000Z',
        '2026-10-25T01:00:00.000Z',
        '2027-03-28T01:00:00.000Z',
        '2027-06-30T08:05:00.000Z',
      ],
    ],
    ['2026-12-31T12:00:00.000Z', 'Asia/Kathmandu', ['2026-01-01T12:00:00.000Z', '2027-12-30T12:00:00.000Z']],
  ])('at %s in %s are %j', (now, timeZone, starts) => {
    expect(offsetStarts(new Date(now), timeZone)).toEqual(starts.map((start) => new Date(start)));
  });
});

describe('toInstant', () => {
  it.each([
    ['Europe/London', '2026-03-29', '02:00', '2026-03-29T01:00:00.000Z'],

    ['Europe/London', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],

    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],

    // Half an hour is skipped.
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
    // Midnight is skipped: the day begins at 01:00.
    ['Africa/Cairo', '2026-04-24', '00:30', '2026-04-23T22:30:00.000Z'],
  ])('when clocks go forward in %s, %s %s is %s [CAL-10]', (timeZone, day, wall, instant) => {
    expect(toInstant(date(day), time(wall), timeZone).toISOString()).toBe(instant);
  });

  it('is the first instant at which clocks show the time, or as far after the gap as the time is in it [CAL-10]', () => {
    const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2036-12-31'), noInvalidDate: true });
    const anyDay = days.map((day) => date(day.toISOString().slice(0, 10)));
    const clockChanges = fc.constantFrom(
      ...['2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-09-27', '2026-10-04'].map(date),
      ...['2026-10-25', '2026-10-29', '2026-10-30', '2026-11-01'].map(date),
    );
    const inTheNight = fc.integer({ min: 0, max: 15 }).map((quarters) => {
      const [hour, minute] = [Math.floor(quarters / 4), (quarters % 4) * 15];
      return time(`0${hour}:${String(minute).padStart(2, '0')}`);
    });
    fc.assert(
      fc.property(
        fc.oneof(anyDay, clockChanges),
        fc.oneof(anyTime, inTheNight),
        fc.constantFrom(...zones),
        (day, wall, timeZone) => {
          expect(toInstant(day, wall, timeZone)).toEqual(findInstant(day, wall, timeZone));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('refuses a zone that does not exist', () => {
    expect(() => toInstant(date('2026-09-05'), time('09:00'), 'Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('businessMoment', () => {
  it('has the day of the zone [PRC-23]', () => {
    const now = new Date('2026-12-31T11:30:00.000Z');
    expect(businessMoment(now, 'Pacific/Auckland')).toEqual({
      now,
      today: '2027-01-01',
      timeZone: 'Pacific/Auckland',
    });
  });
});
