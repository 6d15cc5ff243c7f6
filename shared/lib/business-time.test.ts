import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTime, date, findInstant, time, zones } from '#shared/testing/values';
import {
  businessMoment,
  offsetStarts,
  toCalendarDate,
  toInstant,
  toOffsetTime,
  wallClock,
  zoneOffset,
} from './business-time.ts';
import { weekMs } from './durations.ts';

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
  it.each([
    ['Europe/London', '2026-09-05T08:00:00.000Z', '2026-09-05T09:00:00.000+01:00'],
    ['Europe/London', '2026-12-05T09:00:30.120Z', '2026-12-05T09:00:30.120+00:00'],
    ['America/Los_Angeles', '2027-01-01T07:30:00.001Z', '2026-12-31T23:30:00.001-08:00'],
    ['America/St_Johns', '2026-12-05T09:00:00.000Z', '2026-12-05T05:30:00.000-03:30'],
    ['Asia/Kathmandu', '2026-09-04T20:15:00.000Z', '2026-09-05T02:00:00.000+05:45'],
  ])('in %s, %s is %s [PRC-23]', (timeZone, instant, text) => {
    expect(toOffsetTime(new Date(instant), timeZone)).toBe(text);
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

const anyNow = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });

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

  it('are between years of 52 weeks, and each has another offset than the second before it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyNow, (timeZone, now) => {
        const starts = offsetStarts(now, timeZone).map((start) => start.getTime());
        const second = 1_000 * Math.floor(now.getTime() / 1_000);
        expect([starts.at(0), starts.at(-1)]).toEqual([second - 52 * weekMs, second + 52 * weekMs]);
        for (const change of starts.slice(1, -1))
          expect(zoneOffset(change - 1_000, timeZone)).not.toBe(zoneOffset(change, timeZone));
      }),
    );
  });
});

describe('wallClock', () => {
  it.each([
    ['2025-09-06T13:05:59.999Z', 'Europe/London', '2025-09-06', '14:05'],
    ['2025-09-06T23:30:00.000Z', 'Europe/London', '2025-09-07', '00:30'],
    ['2025-12-06T13:05:00.000Z', 'Europe/London', '2025-12-06', '13:05'],
    ['2025-09-06T02:00:00.000Z', 'America/St_Johns', '2025-09-05', '23:30'],
  ])('shows %s in %s as %s, %s [PRC-23]', (instant, timeZone, date, time) => {
    expect(wallClock(new Date(instant), timeZone)).toEqual({ date, time });
  });
});

describe('toInstant', () => {
  it.each([
    ['Pacific/Auckland', '2026-09-05', '09:00', '2026-09-04T21:00:00.000Z'],
    ['Asia/Kathmandu', '2026-09-05', '09:00', '2026-09-05T03:15:00.000Z'],
    ['Europe/London', '2026-09-05', '09:00', '2026-09-05T08:00:00.000Z'],
    ['Europe/London', '2026-12-05', '09:00:30', '2026-12-05T09:00:30.000Z'],
    ['America/Los_Angeles', '2026-09-05', '23:30', '2026-09-06T06:30:00.000Z'],
    ['Pacific/Auckland', '2027-01-01', '00:30', '2026-12-31T11:30:00.000Z'],
    ['America/Los_Angeles', '2026-12-31', '23:30', '2027-01-01T07:30:00.000Z'],
    ['Europe/London', '2028-02-29', '00:00', '2028-02-29T00:00:00.000Z'],
  ])('in %s, %s %s is %s [PRC-23]', (timeZone, day, wall, instant) => {
    expect(toInstant(date(day), time(wall), timeZone).toISOString()).toBe(instant);
  });

  it.each([
    // The last minute before the change and the first one after it.
    ['Europe/London', '2026-03-29', '00:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/London', '2026-03-29', '02:00', '2026-03-29T01:00:00.000Z'],
    ['Europe/London', '2026-03-29', '01:00', '2026-03-29T01:00:00.000Z'],
    ['Europe/London', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/London', '2026-03-29', '23:30', '2026-03-29T22:30:00.000Z'],
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['America/Los_Angeles', '2026-03-08', '02:30', '2026-03-08T10:30:00.000Z'],
    ['Pacific/Auckland', '2026-09-27', '02:30', '2026-09-26T14:30:00.000Z'],
    // Half an hour is skipped.
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
    // Midnight is skipped: the day begins at 01:00.
    ['Africa/Cairo', '2026-04-24', '00:30', '2026-04-23T22:30:00.000Z'],
  ])('when clocks go forward in %s, %s %s is %s [CAL-10]', (timeZone, day, wall, instant) => {
    expect(toInstant(date(day), time(wall), timeZone).toISOString()).toBe(instant);
  });

  it.each([
    ['Europe/London', '2026-10-25', '00:59', '2026-10-24T23:59:00.000Z'],
    ['Europe/London', '2026-10-25', '02:00', '2026-10-25T02:00:00.000Z'],
    ['Europe/London', '2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/London', '2026-10-25', '00:30', '2026-10-24T23:30:00.000Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['America/Los_Angeles', '2026-11-01', '01:30', '2026-11-01T08:30:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', '02:30', '2026-04-04T13:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00.000Z'],
    // The last hour of the day is shown twice.
    ['Africa/Cairo', '2026-10-29', '23:30', '2026-10-29T20:30:00.000Z'],
  ])('when clocks go back in %s, %s %s is first at %s [CAL-10]', (timeZone, day, wall, instant) => {
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
