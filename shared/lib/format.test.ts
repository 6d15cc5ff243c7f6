import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { programmeIds, programmes } from '#shared/programmes';
import { anyDate, anyTime, date, time } from '#shared/testing/values';
import {
  classTypeName,
  everyWeekday,
  formatDate,
  formatLongDate,
  formatTime,
  formatTimeRange,
  placesText,
  weekdayName,
} from './format.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('formatTime', () => {
  it('agrees with Intl on any time, except for the kind of space [PRC-20] [DAT-08]', () => {
    const engine = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });
    fc.assert(
      fc.property(anyTime, (wallTime) => {
        const expected = engine.format(new Date(`2026-01-01T${wallTime}Z`)).replace(/\s/u, ' ');
        expect(formatTime(wallTime)).toBe(expected);
      }),
    );
  });
});

describe('formatTimeRange', () => {
  it.each([
    ['09:00', '10:00', '9:00 AM - 10:00 AM'],
    ['11:30:00', '12:30', '11:30 AM - 12:30 PM'],
  ])('%s to %s reads %s [PRC-20] [DAT-08]', (start, end, text) => {
    expect(formatTimeRange({ start_time: time(start), end_time: time(end) })).toBe(text);
  });
});

describe('dates', () => {
  it('agree with Intl on any date [PRC-21]', () => {
    const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
    fc.assert(
      fc.property(anyDate, (day) => {
        expect(formatDate(day)).toBe(short.format(new Date(day)));
        expect(formatLongDate(day)).toBe(long.format(new Date(day)));
      }),
    );
  });

  it.each([
    ['2025-09-01', 'Monday'],
    ['2025-09-06', 'Saturday'],
    ['2025-09-07', 'Sunday'],
  ])('a class that starts on %s is on every %s [PRC-22]', (day, weekday) => {
    expect(weekdayName(date(day))).toBe(weekday);
    expect(everyWeekday(date(day))).toBe(`Every ${weekday}`);
  });

  it.each([
    ['Pacific/Niue', 660],
    ['America/New_York', 300],
    ['Pacific/Kiritimati', -840],
  ])('do not shift by a day on a machine in %s [PRC-21] [PRC-23]', (timeZone, offset) => {
    vi.stubEnv('TZ', timeZone);
    expect(new Date('2026-01-01T00:00:00Z').getTimezoneOffset()).toBe(offset);
    expect(formatDate(date('2026-01-01'))).toBe('Jan 1, 2026');
    expect(formatLongDate(date('2026-01-01'))).toBe('Thursday, January 1, 2026');
    expect(everyWeekday(date('2026-01-01'))).toBe('Every Thursday');
  });
});

describe('classTypeName', () => {
  it.each([
    ['miniballerz', 'Miniballerz'],
    ['juniorballerz', 'Juniorballerz'],
    ['mini_ballerz', 'Mini Ballerz'],
    ['summer_holiday_camp', 'Summer Holiday Camp'],
  ])('of %s is %s [PUB-40]', (type, name) => {
    expect(classTypeName(type)).toBe(name);
  });

  it.each(programmeIds)('of %s is the name of its programme [PUB-40]', (id) => {
    expect(classTypeName(id)).toBe(programmes[id].name);
  });
});

describe('placesText', () => {
  it.each([
    [0, '0 spots remaining'],
    [1, '1 spot remaining'],
    [2, '2 spots remaining'],
    [11, '11 spots remaining'],
  ])('of %i is "%s" [PUB-47]', (places, text) => {
    expect(placesText(places)).toBe(text);
  });
});
