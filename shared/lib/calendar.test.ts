import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayAfter, everyDay } from '#shared/testing/session-calendars';
import { anyDate, date } from '#shared/testing/values';
import { addDays, daysBetween, laterOf } from './calendar.ts';

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
