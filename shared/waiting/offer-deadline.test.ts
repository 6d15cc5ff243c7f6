import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessMoment, toCalendarDate, toInstant } from '#shared/lib/business-time';
import { addDays, formatDeadline } from '#shared/lib/calendar';
import { hourMs } from '#shared/lib/durations';
import type { CalendarDate } from '#shared/lib/values';
import { anyTime, date, time } from '#shared/testing/values';
import { offerTerms, type SlotSessions } from './offers.ts';

const london = 'Europe/London';

const sessions = (start: string, ...dates: string[]): SlotSessions => ({
  dates: dates.map(date),
  start_time: time(start),
});

/** Saturdays; London is an hour ahead of UTC. */
const saturdays = (start: string) => sessions(start, '2025-09-06', '2025-09-13', '2025-09-20');

/** Moments are compared as such: both sides may be written with the offset that their zone has then. */
const termsAt = (slot: SlotSessions, now: string, timeZone = london) =>
  offerTerms(slot, businessMoment(new Date(now), timeZone));
const terms = (until: string, from_session: string) => ({
  until: new Date(until).toISOString(),
  from_session,
});

describe('an offer made days before the next session', () => {
  it.each([
    ['2025-09-03T10:00:00+01:00', '2025-09-04T20:00+01:00'],
    ['2025-09-03T00:00:00+01:00', '2025-09-04T20:00+01:00'],
    ['2025-09-03T23:59:59+01:00', '2025-09-04T20:00+01:00'],
    ['2025-09-04T00:00:00+01:00', '2025-09-05T20:00+01:00'],
    ['2025-09-03T20:00:00+01:00', '2025-09-04T20:00+01:00'],
  ])('at %s stands until 8 PM on the next business day, %s [WAI-06]', (now, until) => {
    expect(termsAt(saturdays('15:00'), now)).toEqual(terms(until, '2025-09-06'));
  });
});

describe('an offer made shortly before the next session', () => {
  it.each([
    ['15:00', '2025-09-05T09:00:00+01:00', '2025-09-06T13:00+01:00'],
    ['15:00', '2025-09-06T09:00:00+01:00', '2025-09-06T13:00+01:00'],
    // Hours of the night do not count: 2 on Friday, 2 on Saturday.
    ['12:00', '2025-09-05T18:00:00+01:00', '2025-09-06T10:00+01:00'],
    ['14:00', '2025-09-05T23:00:00+01:00', '2025-09-06T12:00+01:00'],
    ['14:00', '2025-09-06T03:00:00+01:00', '2025-09-06T12:00+01:00'],
    ['10:00:00', '2025-09-05T16:00:00+01:00', '2025-09-06T08:00+01:00'],
    // The other end of the day: 8 PM is still in it.
    ['22:00', '2025-09-05T12:00:00+01:00', '2025-09-06T20:00+01:00'],
    ['21:59', '2025-09-05T12:00:00+01:00', '2025-09-06T19:59+01:00'],
  ])('session at %s, asked at %s: stands until 2 hours before it, %s [WAI-06]', (start, now, until) => {
    expect(termsAt(saturdays(start), now)).toEqual(terms(until, '2025-09-06'));
  });

  it.each([
    ['15:00', '2025-09-06T09:00:00.001+01:00', '2025-09-07T20:00+01:00'],
    ['12:00', '2025-09-05T18:00:00.001+01:00', '2025-09-06T20:00+01:00'],
    ['12:00', '2025-09-05T23:00:00+01:00', '2025-09-06T20:00+01:00'],
    ['13:59', '2025-09-05T23:00:00+01:00', '2025-09-06T20:00+01:00'],
    ['10:00', '2025-09-05T16:00:00.001+01:00', '2025-09-06T20:00+01:00'],
    ['15:00', '2025-09-06T14:59:00+01:00', '2025-09-07T20:00+01:00'],
    ['15:00', '2025-09-06T15:00:00+01:00', '2025-09-07T20:00+01:00'],
  ])(
    'session at %s, asked at %s: less than 4 hours of day are left, so the places cover later ones',
    (start, now, until) => {
      expect(termsAt(saturdays(start), now)).toEqual(terms(until, '2025-09-13'));
    },
  );

  it.each([
    // 2 hours before would be 7 AM, or 3 AM, or 9 PM.
    ['09:00', '2025-09-05T16:00:00+01:00', '2025-09-05T20:00+01:00', '2025-09-06'],
    ['05:00', '2025-09-05T09:00:00+01:00', '2025-09-05T20:00+01:00', '2025-09-06'],
    ['09:59', '2025-09-05T09:00:00+01:00', '2025-09-05T20:00+01:00', '2025-09-06'],
    ['23:00', '2025-09-06T09:00:00+01:00', '2025-09-06T20:00+01:00', '2025-09-06'],
    ['09:00', '2025-09-05T16:00:00.001+01:00', '2025-09-06T20:00+01:00', '2025-09-13'],
  ])('session at %s, asked at %s: ends at 8 PM rather than in the night', (start, now, until, from) => {
    expect(termsAt(saturdays(start), now)).toEqual(terms(until, from));
  });

  it('waits for an extra session on the next day in place of the one that is too near', () => {
    const withExtra = sessions('15:00', '2025-09-06', '2025-09-07', '2025-09-13');
    expect(termsAt(withExtra, '2025-09-06T10:00+01:00')).toEqual(
      terms('2025-09-07T13:00+01:00', '2025-09-07'),
    );
  });
});

describe('the last session', () => {
  const slot = sessions('15:00', '2025-08-30', '2025-09-06');

  it('is offered until 24 hours before it', () => {
    expect(termsAt(slot, '2025-09-05T14:59:59.999+01:00')).toEqual(
      terms('2025-09-06T13:00+01:00', '2025-09-06'),
    );
  });

  it.each([
    '2025-09-05T15:00:00+01:00',
    '2025-09-06T10:00:00+01:00',
    '2025-09-06T15:00:00+01:00',
    '2025-12-01T10:00:00Z',
  ])('is not offered at %s: the place opens to all', (now) => {
    expect(termsAt(slot, now)).toBeNull();
  });

  it('is none of a slot without sessions', () => {
    expect(termsAt(sessions('15:00'), '2025-09-05T10:00+01:00')).toBeNull();
  });
});

describe('when clocks change', () => {
  it.each([
    // Forward in the night between asking and deadline: 23 hours a day.
    [london, '10:00', '2026-03-29', '2026-03-28T09:00+00:00', '2026-03-29T08:00+01:00'],
    ['America/Los_Angeles', '10:00', '2026-03-08', '2026-03-07T09:00-08:00', '2026-03-08T08:00-07:00'],
    ['Pacific/Auckland', '10:00', '2026-09-27', '2026-09-26T09:00+12:00', '2026-09-27T08:00+13:00'],
    // Back: 25 hours.
    [london, '10:00', '2026-10-25', '2026-10-24T09:00+01:00', '2026-10-25T08:00+00:00'],
    ['America/Los_Angeles', '10:00', '2026-11-01', '2026-10-31T09:00-07:00', '2026-11-01T08:00-08:00'],
    ['Pacific/Auckland', '10:00', '2026-04-05', '2026-04-04T09:00+13:00', '2026-04-05T08:00+12:00'],
  ])('in %s before a session at %s on %s', (timeZone, start, day, now, until) => {
    const slot = sessions(start, day, addDays(date(day), 7));
    expect(termsAt(slot, now, timeZone)).toEqual(terms(until, day));
  });

  it.each([
    [london, '2026-03-28T12:00+00:00', '2026-03-29T20:00+01:00'],
    [london, '2026-10-24T12:00+01:00', '2026-10-25T20:00+00:00'],
    ['America/Los_Angeles', '2026-03-07T12:00-08:00', '2026-03-08T20:00-07:00'],
    ['America/Los_Angeles', '2026-10-31T12:00-07:00', '2026-11-01T20:00-08:00'],
    ['Pacific/Auckland', '2026-09-26T12:00+12:00', '2026-09-27T20:00+13:00'],
    ['Pacific/Auckland', '2026-04-04T12:00+13:00', '2026-04-05T20:00+12:00'],
  ])('in %s an offer made at %s stands until 8 PM there, %s', (timeZone, now, until) => {
    const day = addDays(toCalendarDate(new Date(now), timeZone), 5);
    expect(termsAt(sessions('10:00', day), now, timeZone)).toEqual(terms(until, day));
  });

  it('counts the last 24 hours as they pass', () => {
    const afterLongNight = sessions('10:00', '2026-10-25');
    expect(termsAt(afterLongNight, '2026-10-24T10:59:59+01:00')).not.toBeNull();
    expect(termsAt(afterLongNight, '2026-10-24T11:00:00+01:00')).toBeNull();
    const afterShortNight = sessions('10:00', '2026-03-29');
    expect(termsAt(afterShortNight, '2026-03-28T08:59:59+00:00')).not.toBeNull();
    expect(termsAt(afterShortNight, '2026-03-28T09:00:00+00:00')).toBeNull();
  });

  it('takes the business day from the business zone, not from the machine [PRC-23]', () => {
    // Already Thursday in Auckland, still Wednesday in Los Angeles.
    const slot = saturdays('15:00');
    const now = '2025-09-03T22:00:00Z';
    expect(termsAt(slot, now, 'Pacific/Auckland')).toEqual(terms('2025-09-05T20:00+12:00', '2025-09-06'));
    expect(termsAt(slot, now, 'America/Los_Angeles')).toEqual(terms('2025-09-04T20:00-07:00', '2025-09-06'));
  });
});

describe('the deadline', () => {
  it.each([
    [london, '2025-09-03T10:00+01:00', 'Thu, 8:00 PM'],
    [london, '2025-09-06T09:00+01:00', 'Sat, 1:00 PM'],
    ['America/Los_Angeles', '2025-09-03T10:00-07:00', 'Thu, 8:00 PM'],
    ['Pacific/Auckland', '2025-09-03T10:00+12:00', 'Thu, 8:00 PM'],
    // The clocks change in the night before.
    [london, '2026-03-28T12:00+00:00', 'Sun, 8:00 PM'],
    [london, '2026-10-24T12:00+01:00', 'Sun, 8:00 PM'],
    ['America/Los_Angeles', '2026-03-07T12:00-08:00', 'Sun, 8:00 PM'],
    ['America/Los_Angeles', '2026-10-31T12:00-07:00', 'Sun, 8:00 PM'],
    ['Pacific/Auckland', '2026-09-26T12:00+12:00', 'Sun, 8:00 PM'],
    ['Pacific/Auckland', '2026-04-04T12:00+13:00', 'Sun, 8:00 PM'],
  ])('in %s of an offer made at %s reads "%s"', (timeZone, now, text) => {
    const moment = businessMoment(new Date(now), timeZone);
    const slot = sessions('15:00', '2025-09-06', '2026-01-10', '2026-04-11', '2026-09-30', '2026-12-12');
    const offer = offerTerms(slot, moment);
    expect(offer && formatDeadline(offer.until, moment)).toBe(text);
  });
});

const quarterMs = hourMs / 4;

/** Minutes since midnight that clocks show. */
const minutesOf = (moment: number, timeZone: string): number => {
  const there = new TZDate(moment, timeZone);
  return there.getHours() * 60 + there.getMinutes();
};

/** The independent model: walks the clock in quarters of an hour, by a zone library of its own. */
const termsByWalking = (
  starts: readonly { day: CalendarDate; start: number }[],
  now: number,
  timeZone: string,
) => {
  const last = starts.at(-1);
  if (!last || last.start - now <= 24 * hourMs) return null;
  const today = new TZDate(now, timeZone).getDate();
  let evening = now;
  while (new TZDate(evening, timeZone).getDate() === today || minutesOf(evening, timeZone) !== 20 * 60)
    evening += quarterMs;
  for (const { day, start } of starts) {
    let until = Math.min(evening, start - 2 * hourMs);
    while (minutesOf(until, timeZone) < 8 * 60 || minutesOf(until, timeZone) > 20 * 60) until -= quarterMs;
    let quarters = 0;
    for (let moment = now; moment < until; moment += quarterMs) {
      const minutes = minutesOf(moment, timeZone);
      if (minutes >= 8 * 60 && minutes < 20 * 60) quarters += 1;
    }
    if (quarters >= 16) return terms(new Date(until).toISOString(), day);
  }
  return null;
};

/** Clock changes of 2026, and a day without one. */
const nights: readonly (readonly [zone: string, night: string])[] = [
  [london, '2026-03-29T01:00Z'],
  [london, '2026-10-25T01:00Z'],
  ['America/Los_Angeles', '2026-03-08T10:00Z'],
  ['America/Los_Angeles', '2026-11-01T09:00Z'],
  ['Pacific/Auckland', '2026-09-26T14:00Z'],
  ['Pacific/Auckland', '2026-04-04T14:00Z'],
  [london, '2026-12-31T12:00Z'],
];

/** A moment within three days of such a night, and sessions about it; at full quarters, not in the hours that change. */
const anySituation = fc
  .record({
    night: fc.constantFrom(...nights),
    shift: fc.integer({ min: -3 * 96, max: 3 * 96 }),
    days: fc.uniqueArray(fc.integer({ min: -2, max: 9 }), { maxLength: 5 }),
    minutes: fc.integer({ min: 4 * 4, max: 24 * 4 - 1 }).map((count) => count * 15),
  })
  .map(({ night: [timeZone, change], shift, days, minutes }) => {
    const now = Date.parse(change) + shift * quarterMs;
    const today = toCalendarDate(new Date(now), timeZone);
    const dates = days.toSorted((one, other) => one - other).map((count) => addDays(today, count));
    const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
    const starts = dates.map((day) => {
      const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
      return { day, start: new TZDate(year, month - 1, dayOfMonth, hour, minute, 0, timeZone).getTime() };
    });
    const start_time = time([hour, minute].map((part) => String(part).padStart(2, '0')).join(':'));
    return { slot: { dates, start_time }, now, timeZone, starts };
  });

describe('any offer', () => {
  it('agrees with walking the clock', () => {
    fc.assert(
      fc.property(anySituation, ({ slot, now, timeZone, starts }) => {
        expect(offerTerms(slot, businessMoment(new Date(now), timeZone))).toEqual(
          termsByWalking(starts, now, timeZone),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('ends by day, at least 4 hours away and 2 hours before the session that it covers', () => {
    fc.assert(
      fc.property(anySituation, anyTime, fc.nat(quarterMs), (situation, start_time, milliseconds) => {
        const { slot, timeZone } = situation;
        const now = situation.now + milliseconds;
        const startOf = (day: CalendarDate) => toInstant(day, start_time, timeZone).getTime();
        const offer = offerTerms({ ...slot, start_time }, businessMoment(new Date(now), timeZone));
        const last = slot.dates.at(-1);
        expect(offer === null).toBe(!last || startOf(last) - now <= 24 * hourMs);
        if (!offer) return;
        const until = Date.parse(offer.until);
        expect(minutesOf(until, timeZone)).toBeGreaterThanOrEqual(8 * 60);
        expect(minutesOf(until - 1, timeZone)).toBeLessThan(20 * 60);
        expect(until - now).toBeGreaterThanOrEqual(4 * hourMs);
        expect(until).toBeLessThanOrEqual(startOf(offer.from_session) - 2 * hourMs);
        expect(slot.dates).toContain(offer.from_session);
      }),
      { numRuns: 500 },
    );
  });
});
