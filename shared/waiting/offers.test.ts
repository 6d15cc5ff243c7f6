import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { hourMs } from '#shared/lib/durations';
import type { CalendarDate } from '#shared/lib/values';
import { cancelled, exampleCalendar, extra, makeUpOn, morning } from '#shared/testing/session-calendars';
import { cents, date, time } from '#shared/testing/values';
import {
  declineTexts,
  offeredPlaces,
  offerTerms,
  rankText,
  remainingPlace,
  type SlotSessions,
} from './offers.ts';

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
    ['2025-09-03T23:59:59+01:00', '2025-09-04T20:00+01:00'],
    ['2025-09-04T00:00:00+01:00', '2025-09-05T20:00+01:00'],
  ])('at %s stands until 8 PM on the next business day, %s [WAI-06]', (now, until) => {
    expect(termsAt(saturdays('15:00'), now)).toEqual(terms(until, '2025-09-06'));
  });
});

describe('an offer made shortly before the next session', () => {
  it.each([
    ['15:00', '2025-09-05T09:00:00+01:00', '2025-09-06T13:00+01:00'],
    // Hours of the night do not count: 2 on Friday, 2 on Saturday.
    ['12:00', '2025-09-05T18:00:00+01:00', '2025-09-06T10:00+01:00'],
    ['10:00:00', '2025-09-05T16:00:00+01:00', '2025-09-06T08:00+01:00'],
    // The other end of the day: 8 PM is still in it.
    ['22:00', '2025-09-05T12:00:00+01:00', '2025-09-06T20:00+01:00'],
  ])('session at %s, asked at %s: stands until 2 hours before it, %s [WAI-06]', (start, now, until) => {
    expect(termsAt(saturdays(start), now)).toEqual(terms(until, '2025-09-06'));
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
  it('agrees with walking the clock, also where less than 4 hours of day are left [WAI-06]', () => {
    fc.assert(
      fc.property(anySituation, ({ slot, now, timeZone, starts }) => {
        expect(offerTerms(slot, businessMoment(new Date(now), timeZone))).toEqual(
          termsByWalking(starts, now, timeZone),
        );
      }),
      { numRuns: 200 },
    );
  });
});

/** Nine Saturdays from September 6 to November 1, 2025, at $20.00 a week. */
const cls = (...changes: Parameters<typeof cancelled>[]) => ({
  ...exampleCalendar(changes.map((change) => cancelled(...change))),
  weekly_rate: cents(2_000),
});
const at = (now: string) => businessMoment(new Date(now), 'Europe/London');

describe('the places of an offer', () => {
  it.each([
    ['days before the first session', '2025-09-03T10:00:00+01:00', '2025-09-06', 9, 18_000],
    ['too late to answer for the next session', '2025-09-06T08:30:00+01:00', '2025-09-13', 8, 16_000],
    ['after a session of the same day', '2025-09-06T14:00:00+01:00', '2025-09-13', 8, 16_000],
    ['between two sessions', '2025-09-09T10:00:00+01:00', '2025-09-13', 8, 16_000],
    [
      'with few sessions left, for the fewest billed weeks',
      '2025-10-21T10:00:00+01:00',
      '2025-10-25',
      2,
      6_000,
    ],
  ])('made %s cost what their sessions do [WAI-08]', (_, now, from_session, sessions, price) => {
    const places = offeredPlaces(cls(), morning, at(now));
    expect(places).toMatchObject({ from_session, price });
    expect(places?.dates).toHaveLength(sessions);
    expect(places?.dates[0]).toBe(from_session);
  });

  it('leave out a cancelled session', () => {
    const places = offeredPlaces(cls(['2025-09-13']), morning, at('2025-09-09T10:00:00+01:00'));
    expect(places).toMatchObject({ from_session: '2025-09-20', price: 14_000 });
    expect(places?.dates).toHaveLength(7);
  });

  it('are none shortly before the last session', () => {
    expect(offeredPlaces(cls(), morning, at('2025-11-01T08:00:00+00:00'))).toBeNull();
  });
});

describe('a place of an open offer', () => {
  const days = ['2025-10-04', '2025-10-11', '2025-10-18', '2025-10-25', '2025-11-01'].map(date);
  const offer = { dates: days, price: cents(10_001) };
  const monday = at('2025-09-29T10:00:00Z');
  const without = (...gone: string[]) => days.filter((day) => !gone.includes(day));
  const later = { remedy: { kind: 'later' } } as const;

  it.each([
    ['is as it was made', [], days, 10_001],
    ['loses a cancelled session at its value', [cancelled('2025-10-04')], without('2025-10-04'), 8_000],
    ['loses one without a remedy too', [cancelled('2025-10-11', later)], without('2025-10-11'), 8_001],
    [
      'has a make-up session at the price of the one it replaces',
      [cancelled('2025-10-04', { remedy: makeUpOn('2025-11-08') }), extra('2025-11-08')],
      [...without('2025-10-04'), date('2025-11-08')],
      10_001,
    ],
    [
      'has no make-up session of a session that it does not cover',
      [cancelled('2025-09-27', { remedy: makeUpOn('2025-11-08') }), extra('2025-11-08')],
      days,
      10_001,
    ],
    ['is empty when nothing is left', days.map((day) => cancelled(day)), [], 0],
  ])('%s [WAI-08]', (_, changes, dates, price) => {
    expect(remainingPlace(exampleCalendar(changes), morning, offer, monday)).toEqual({ dates, price });
  });

  it('is for the sessions to come, taken late', () => {
    const late = remainingPlace(exampleCalendar(), morning, offer, at('2025-10-11T08:00:00Z'));
    expect(late).toEqual({ dates: days.slice(2), price: 6_000 });
  });
});

it('says before an offer is declined which ranks follow [WAI-15]', () => {
  expect(declineTexts({ own: 3, others: [] })).toEqual(['If you stay, you are 3rd.']);
  expect(declineTexts({ own: 4, others: [3] })).toEqual([
    'If you stay, you are 4th.',
    'Your other application on this list will be behind those of every other family: it is then 3rd. The same happens if you leave the list or do not answer in time.',
  ]);
  expect(declineTexts()).toEqual([
    'Other applications of yours on this list will be behind those of every other family. The same happens if you leave the list or do not answer in time.',
  ]);
  expect(declineTexts({ own: 5, others: [3, 4] })[1]).toContain(
    'applications on this list will be behind those of every other family: they are then 3rd and 4th.',
  );
});

it('a rank has the ending that English has, up to 1,000', () => {
  const rules = new Intl.PluralRules('en', { type: 'ordinal' });
  const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
  for (let rank = 1; rank <= 1_000; rank += 1) {
    expect(rankText(rank)).toBe(`You are ${rank}${endings[rules.select(rank)]}`);
  }
});
