import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { calendarDateSchema } from '#shared/lib/values';
import { anyProgram, dayAfter, everyDay, exampleProgram } from '#shared/testing/session-calendars';
import { anyDate, date, instant } from '#shared/testing/values';
import { businessMoment } from './business-time.ts';
import {
  addDays,
  daysBetween,
  defaultEndDate,
  formatDeadline,
  laterOf,
  mondayOf,
  type ProgramDates,
  programTiming,
  sessionDatesFrom,
} from './calendar.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('addDays and daysBetween', () => {
  it('agree with walking day by day', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 800 }), (from, days) => {
        let to = from;
        for (let step = 0; step < days; step += 1) to = dayAfter(to);
        expect(addDays(from, days)).toBe(to);
        expect(addDays(to, -days)).toBe(from);
        expect(daysBetween(from, to)).toBe(days);
        expect(daysBetween(to, from) + days).toBe(0);
      }),
    );
  });

  it('skip and repeat no day at clock changes, in any system time zone [PRC-23]', () => {
    const days = everyDay(date('2026-01-01'), date('2026-12-31'));
    expect(days).toHaveLength(365);
    for (const [timeZone, januaryOffset] of [
      ['America/New_York', 300],
      ['Pacific/Auckland', -780],
      ['Africa/Cairo', -120],
    ] as const) {
      vi.stubEnv('TZ', timeZone);
      expect(new Date('2026-01-01T00:00:00Z').getTimezoneOffset()).toBe(januaryOffset);
      expect(days.map((_, index) => addDays(date('2026-01-01'), index))).toEqual(days);
      expect(days.map((day) => daysBetween(date('2026-01-01'), day))).toEqual(days.map((_, index) => index));
    }
  });

  it('throw outside of the accepted range of dates', () => {
    expect(() => addDays(date('2199-12-31'), 1)).toThrow();
  });
});

describe('laterOf', () => {
  it('is the later date, in either order', () => {
    expect(laterOf(date('2026-02-01'), date('2026-01-31'))).toBe('2026-02-01');
    expect(laterOf(date('2026-01-31'), date('2026-02-01'))).toBe('2026-02-01');
    expect(laterOf(date('2026-01-31'), date('2026-01-31'))).toBe('2026-01-31');
  });
});

/** The independent model: walk the class day by day and keep every seventh. */
const sessionsByWalking = ({ start_date, end_date }: ProgramDates) =>
  everyDay(start_date, end_date).filter((_, index) => index % 7 === 0);

describe('programTiming', () => {
  it.each([
    ['2025-09-05', 'not-started'],
    ['2025-09-06', 'in-progress'],
    ['2025-10-01', 'in-progress'],
    ['2025-11-01', 'in-progress'],
    ['2025-11-02', 'ended'],
  ])('on %s the example class is %s [PRC-08]', (today, timing) => {
    expect(programTiming(exampleProgram, date(today))).toBe(timing);
  });

  it('has a class of one day in progress on that day only [PRC-08]', () => {
    const oneDay = { start_date: date('2028-02-29'), end_date: date('2028-02-29') };
    const timings = ['2028-02-28', '2028-02-29', '2028-03-01'].map((day) => programTiming(oneDay, date(day)));
    expect(timings).toEqual(['not-started', 'in-progress', 'ended']);
  });
});

describe('sessionDatesFrom', () => {
  it('agrees with walking day by day, from every day on, for any class [PRC-13]', () => {
    fc.assert(
      fc.property(anyProgram, ({ dates, days }) => {
        const sessions = sessionsByWalking(dates);
        for (const today of days)
          expect(sessionDatesFrom(dates, today)).toEqual(sessions.filter((session) => session >= today));
      }),
      { numRuns: 25 },
    );
  });
});

describe('defaultEndDate', () => {
  it('is the 56th day after any start, so that such a class has 9 sessions [PRC-18] [ADM-22]', () => {
    fc.assert(
      fc.property(anyDate, (start) => {
        const end = defaultEndDate(start);
        expect(everyDay(start, end)).toHaveLength(57);
        expect(sessionDatesFrom({ start_date: start, end_date: end }, start)).toHaveLength(9);
      }),
    );
  });
});

const read = (deadline: string, now: string, zone = 'Europe/London') =>
  formatDeadline(instant(deadline), businessMoment(new Date(now), zone));

describe('formatDeadline', () => {
  it.each([
    ['2025-09-04T08:00:00.000Z', 'Thu, 9:00 AM'],
    ['2025-09-04T12:30:00.000Z', 'Thu, 1:30 PM'],
    ['2025-09-04T23:00:00.000Z', 'Fri, 12:00 AM'],
    ['2025-09-05T11:00:00.000Z', 'Fri, 12:00 PM'],
  ])('%s reads "%s" in business time', (deadline, text) => {
    expect(read(deadline, '2025-09-03T10:00:00.000Z')).toBe(text);
  });

  it.each([
    ['today', '2025-09-04T07:00:00.000Z', 'Thu, 9:00 AM'],
    ['six days ahead', '2025-08-29T22:59:59.999Z', 'Thu, 9:00 AM'],
    ['a week ahead', '2025-08-28T22:59:59.999Z', 'Thu, 9:00 AM (Sep 4, 2025)'],
    ['months ahead', '2025-01-01T00:00:00.000Z', 'Thu, 9:00 AM (Sep 4, 2025)'],
  ])('names the date unless the coming week is meant: %s', (_, now, text) => {
    expect(read('2025-09-04T08:00:00.000Z', now)).toBe(text);
  });

  it.each([
    ['America/Los_Angeles', 'Thu, 1:00 AM'],
    ['Pacific/Auckland', 'Thu, 8:00 PM'],
    ['Asia/Kathmandu', 'Thu, 1:45 PM'],
  ])('is in the zone of the business: %s gives %s', (zone, text) => {
    expect(read('2025-09-04T08:00:00.000Z', '2025-09-03T10:00:00.000Z', zone)).toBe(text);
  });
});

it.each([
  ['2026-11-01T05:30:00.000Z', 'America/New_York', 'Sun, 1:30 AM EDT'],
  ['2026-11-01T04:59:59.000Z', 'America/New_York', 'Sun, 12:59 AM'],
  ['2026-11-01T06:59:59.000Z', 'America/New_York', 'Sun, 1:59 AM EST'],
  ['2026-11-01T07:00:00.000Z', 'America/New_York', 'Sun, 2:00 AM'],
])('names the zone of a time that clocks show twice: %s in %s is "%s" [TRM-11]', (deadline, zone, text) => {
  expect(read(deadline, deadline, zone)).toBe(text);
});

it.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2027-01-01', '2026-12-28'],
  ['2028-02-29', '2028-02-28'],
])('the Monday of %s is %s', (date, monday) => {
  expect(mondayOf(calendarDateSchema.parse(date))).toBe(monday);
});
