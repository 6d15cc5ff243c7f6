import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offsetStartsHeader, serverNowHeader } from '#shared/contract/route';
import { offsetStarts, toCalendarDate, toOffsetTime, zoneOffset } from '#shared/lib/business-time';
import { dayMs, hourMs } from '#shared/lib/durations';
import { instant, zones } from '#shared/testing/values';
import {
  noteServerTime,
  onServerTime,
  serverDateOf,
  serverNow,
  serverNowAfterSleep,
  serverOffsetAt,
  serverToday,
} from './server-clock.ts';

const answer = (now: Date, timeZone: string, headers: Record<string, string> = {}): void =>
  noteServerTime({ headers: new Headers({ [serverNowHeader]: toOffsetTime(now, timeZone), ...headers }) });

const anyInstant = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('before the first answer', () => {
  it('has the time of the device and no date', async () => {
    vi.resetModules();
    const unset = await import('./server-clock.ts');
    vi.setSystemTime('2026-09-05T08:00:00Z');
    expect(unset.serverNow()).toEqual(new Date('2026-09-05T08:00:00Z'));
    expect(unset.serverToday()).toBeNull();
    expect(unset.serverDateOf(instant('2026-09-05T08:00:00.000Z'))).toBeNull();
  });
});

describe("the server's time", () => {
  it('goes on from the answer, whatever the device says [BOK-51]', () => {
    vi.setSystemTime('2031-01-01T00:00:00Z');
    answer(new Date('2026-09-05T22:59:00.000Z'), 'Europe/London');
    expect(serverNow()).toEqual(new Date('2026-09-05T22:59:00.000Z'));
    expect(serverToday()).toBe('2026-09-05');
    vi.advanceTimersByTime(60_000);
    expect(serverNow()).toEqual(new Date('2026-09-05T23:00:00.000Z'));
    // Clocks in London are an hour ahead of UTC.
    expect(serverToday()).toBe('2026-09-06');
  });

  it('has the day by clocks that change after the answer [PRC-23]', () => {
    const [now, timeZone] = [new Date('2026-10-24T23:30:00.000Z'), 'Europe/London'];
    const starts = offsetStarts(now, timeZone).map((start) => toOffsetTime(start, timeZone));
    answer(now, timeZone, { [offsetStartsHeader]: starts.join(' ') });
    expect(serverToday()).toBe('2026-10-25');
    // From 01:00 on the clocks in London are those of UTC.
    vi.advanceTimersByTime(23.75 * hourMs);
    expect(serverNow()).toEqual(new Date('2026-10-25T23:15:00.000Z'));
    expect(serverToday()).toBe('2026-10-25');
  });

  it.each([
    ['after a sleep of 40 minutes', '2026-09-05T08:50:00.000Z', '2026-09-05T08:51:00.000Z'],
    ['where the clock of the device was set back', '2026-09-05T07:00:00.000Z', '2026-09-05T08:11:00.000Z'],
  ])('goes on by the later clock %s [REG-04]', (_, device, expected) => {
    vi.setSystemTime('2026-09-05T08:00:00.000Z');
    answer(new Date('2026-09-05T08:00:00.000Z'), 'Europe/London');
    vi.advanceTimersByTime(10 * 60_000);
    // The clock that `performance.now` reads stands still while a phone sleeps.
    vi.setSystemTime(device);
    vi.advanceTimersByTime(60_000);
    expect(serverNow()).toEqual(new Date('2026-09-05T08:11:00.000Z'));
    expect(serverNowAfterSleep()).toEqual(new Date(expected));
  });

  it('adds the age of a shared answer', () => {
    answer(new Date('2026-09-05T08:00:00.000Z'), 'Europe/London', { age: '25' });
    expect(serverNow()).toEqual(new Date('2026-09-05T08:00:25.000Z'));
  });

  it('stays when an answer has none', () => {
    answer(new Date('2026-09-05T08:00:00.000Z'), 'Europe/London');
    noteServerTime({ headers: new Headers() });
    noteServerTime({ headers: new Headers({ [serverNowHeader]: 'soon' }) });
    noteServerTime({ headers: new Headers({ [serverNowHeader]: '2026-09-06T08:00Z' }) });
    answer(new Date('2026-09-06T08:00:00.000Z'), 'Europe/London', { age: 'young' });
    expect(serverNow()).toEqual(new Date('2026-09-05T08:00:00.000Z'));
  });

  it('is announced until the listener stops', () => {
    const listener = vi.fn();
    const stop = onServerTime(listener);
    answer(new Date('2026-09-05T08:00:00.000Z'), 'Europe/London');
    stop();
    answer(new Date('2026-09-05T08:00:01.000Z'), 'Europe/London');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('has the day of every zone [PRC-23]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyInstant, (timeZone, now) => {
        answer(now, timeZone);
        expect(serverToday()).toBe(toCalendarDate(now, timeZone));
      }),
    );
  });
});

describe('the offset of the business at an instant', () => {
  const told = '2026-03-29T02:00:00.000+01:00 2026-10-25T01:00:00.000+00:00 2027-03-28T02:00:00.000+01:00';

  it.each([
    ['2026-03-29T00:59:59.999Z', null],
    ['2026-03-29T01:00:00.000Z', hourMs],
    ['2026-10-25T00:59:59.999Z', hourMs],
    ['2026-10-25T01:00:00.000Z', 0],
    ['2026-11-23T02:00:00.000Z', 0],
    // After the answer.
    ['2027-03-28T00:59:59.999Z', 0],
    ['2027-03-28T01:00:00.000Z', hourMs],
    ['2027-09-30T22:59:59.999Z', hourMs],
    ['2027-09-30T23:00:00.000Z', null],
  ])('%s', (text, offset) => {
    answer(new Date('2026-11-23T02:00:00.000Z'), 'Europe/London', {
      [offsetStartsHeader]: `${told} 2027-10-01T00:00:00.000+01:00`,
      age: '25',
    });
    expect(serverOffsetAt(Date.parse(text))).toBe(offset);
  });

  it.each([{}, { [offsetStartsHeader]: '' }, { [offsetStartsHeader]: 'winter' }])(
    'is unknown where the answer does not tell the offsets: %j',
    (headers) => {
      answer(new Date('2026-11-23T02:00:00.000Z'), 'Europe/London', headers);
      expect(serverOffsetAt(Date.parse('2026-11-23T02:00:00.000Z'))).toBeNull();
    },
  );

  it('is that of the zone a year back and ahead, and has the date [PRC-23]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        anyInstant,
        fc.integer({ min: -363 * dayMs, max: 363 * dayMs }),
        (timeZone, now, agoMs) => {
          const starts = offsetStarts(now, timeZone).map((start) => toOffsetTime(start, timeZone));
          answer(now, timeZone, { [offsetStartsHeader]: starts.join(' ') });
          const then = new Date(now.getTime() - agoMs);
          const second = 1_000 * Math.floor(then.getTime() / 1_000);
          expect(serverOffsetAt(then.getTime())).toBe(zoneOffset(second, timeZone));
          expect(serverDateOf(instant(then.toISOString()))).toBe(toCalendarDate(then, timeZone));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the date of an instant', () => {
  it.each([
    // Answered in summer: at noon of a day in winter, and half an hour before and after midnight.
    ['2026-01-10T12:00:00.000Z', '2026-01-10'],
    ['2026-01-10T23:30:00.000Z', null],
    ['2026-01-11T00:30:00.000Z', null],
    ['2026-01-11T01:00:00.000Z', '2026-01-11'],
    ['2026-01-10T20:59:59.999Z', '2026-01-10'],
  ])('%s is %s [PRC-23]', (text, day) => {
    answer(new Date('2026-07-01T08:00:00.000Z'), 'Europe/London');
    expect(serverDateOf(instant(text))).toBe(day);
  });

  it('is that of the zone, and known from three hours after midnight to three hours before it [PRC-23]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        anyInstant,
        fc.integer({ min: 0, max: 730 * dayMs }),
        (timeZone, now, agoMs) => {
          answer(now, timeZone);
          const then = new Date(now.getTime() - agoMs);
          const day = serverDateOf(instant(then.toISOString()));
          const hour = Number(
            toOffsetTime(then, timeZone).slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH'.length),
          );
          if (day !== null || (hour >= 3 && hour < 21)) expect(day).toBe(toCalendarDate(then, timeZone));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
