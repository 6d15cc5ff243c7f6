import { beforeEach, expect, it, vi } from 'vitest';
import { serverNowHeader } from '#shared/contract/route';
import { toCalendarDate, toOffsetTime } from '#shared/lib/business-time';
import { instant } from '#shared/testing/values';

const zone = { timeZone: '' };
vi.mock('../api/config.ts', () => ({ siteConfig: () => zone }));

/** The modules as they are before the first answer. */
const load = async () => {
  const { noteServerTime } = await import('./server-clock.ts');
  return { noteServerTime, ...(await import('./today.ts')) };
};

beforeEach(() => {
  vi.resetModules();
});

it.each([
  ['2026-06-30T22:59:59.999Z', 'Europe/London', 'Jun 30, 2026'],
  ['2026-06-30T23:00:00.000Z', 'Europe/London', 'Jul 1, 2026'],
  ['2026-12-31T23:59:59.999Z', 'Europe/London', 'Dec 31, 2026'],
  ['2026-06-30T12:00:00.000Z', 'Europe/London', 'Jun 30, 2026'],
  ['2026-06-30T23:00:00.000Z', 'America/New_York', 'Jun 30, 2026'],
])(
  '%s in %s is %s, before and after an answer in another season [PRC-21] [PRC-23]',
  async (moment, timeZone, text) => {
    zone.timeZone = timeZone;
    const { businessDate, noteServerTime } = await load();
    expect(businessDate(instant(moment))).toBe(text);
    for (const answered of ['2027-01-15T12:00:00.000Z', '2027-07-15T12:00:00.000Z']) {
      noteServerTime({
        headers: new Headers({ [serverNowHeader]: toOffsetTime(new Date(answered), timeZone) }),
      });
      expect(businessDate(instant(moment))).toBe(text);
    }
  },
);

it("takes today from the device before the first answer, and from the answer's clocks then [PRC-23] [BOK-51]", async () => {
  vi.useFakeTimers({ now: new Date('2026-06-30T23:30:00Z') });
  try {
    zone.timeZone = 'Europe/London';
    const { businessNow, businessToday, noteServerTime } = await load();
    expect(businessToday()).toBe('2026-07-01');
    noteServerTime({ headers: new Headers({ [serverNowHeader]: '2026-06-22T00:30:00.000+01:00' }) });
    expect(businessNow()).toEqual({
      now: new Date('2026-06-21T23:30:00Z'),
      today: '2026-06-22',
      timeZone: 'Europe/London',
    });
  } finally {
    vi.useRealTimers();
  }
});

it('has the day of its own moment, also where midnight comes while it is made', async () => {
  zone.timeZone = 'Europe/London';
  const { businessNow, noteServerTime } = await load();
  let deviceMs = 0;
  const device = vi.spyOn(performance, 'now').mockImplementation(() => deviceMs++);
  try {
    noteServerTime({ headers: new Headers({ [serverNowHeader]: '2026-06-21T23:59:59.998+01:00' }) });
    for (const day of ['2026-06-21', '2026-06-22']) {
      const { now, today } = businessNow();
      expect(today).toBe(day);
      expect(toCalendarDate(now, zone.timeZone)).toBe(day);
    }
  } finally {
    device.mockRestore();
  }
});
