import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessMoment } from '#shared/lib/business-time';
import { type ProgramDates, sessionDatesFrom } from '#shared/lib/calendar';
import type { CalendarDate } from '#shared/lib/values';
import {
  anyCalendar,
  anyProgram,
  cancelled,
  dayAfter,
  exampleCalendar,
  extra,
  makeUpOn,
  morning,
  noon,
  sessionsByWalking,
} from '#shared/testing/session-calendars';
import { anyTime, date, findInstant, time, zones } from '#shared/testing/values';
import {
  announcedCancellations,
  bookedDuration,
  endsWithoutCredit,
  hasBegun,
  isClassOver,
  isMarkable,
  nextUpcomingDate,
  publicReason,
  sessionDates,
  sessionsOf,
  upcomingDates,
  weeklyDates,
} from './sessions.ts';

const at = (instant: string, timeZone = 'Europe/London') => businessMoment(new Date(instant), timeZone);
const nextOf = (dates: ProgramDates, day: CalendarDate) => sessionDatesFrom(dates, day).at(0) ?? null;

describe('sessionsOf', () => {
  it('lists weekly, cancelled and extra sessions in the order of their dates [CAL-01]', () => {
    const changes = [
      extra('2025-11-08'),
      cancelled('2025-09-13', { remedy: makeUpOn('2025-11-08') }),
      extra('2025-09-10'),
    ];
    const cls = { ...exampleCalendar(changes, ['2025-09-20']), end_date: date('2025-09-27') };
    expect(sessionsOf(cls, morning)).toEqual([
      { date: '2025-09-06', kind: 'weekly', state: 'on' },
      { date: '2025-09-10', kind: 'extra', state: 'on' },
      { date: '2025-09-13', kind: 'weekly', state: 'cancelled', reason: 'weather' },
      { date: '2025-09-27', kind: 'weekly', state: 'on' },
      { date: '2025-11-08', kind: 'extra', state: 'on' },
    ]);
  });

  it('agrees with looking at each day by itself, in each slot [CAL-01]', () => {
    fc.assert(
      fc.property(anyCalendar, fc.constantFrom(morning, noon), ({ cls, days }, slot) => {
        const sessions = sessionsByWalking(cls, slot, days);
        expect(sessionsOf(cls, slot)).toEqual(sessions);
        const on = sessions.flatMap(({ state, date: day }) => (state === 'on' ? [day] : []));
        expect(sessionDates(cls, slot)).toEqual(on);
      }),
    );
  });
});

describe('bookedDuration', () => {
  const ending = (end_date: string) => ({ ...exampleCalendar(), end_date: date(end_date) });

  it.each([
    ['8 weeks program', ending('2025-10-31')],
    ['1 weeks program', ending('2025-09-06')],
    ['2 weeks program', ending('2025-09-13')],
    ['9 weeks program', exampleCalendar()],
    ['8 weeks program', exampleCalendar([], ['2025-10-18'])],
    ['8 weeks program', exampleCalendar([cancelled('2025-09-13')])],
    ['10 weeks program', exampleCalendar([extra('2025-11-08')])],
    ['9 weeks program', exampleCalendar([cancelled('2025-09-13', { slot_id: noon.id })])],
  ])('counts the sessions of the slot: %s [CAL-08, BOK-43]', (text, cls) => {
    expect(bookedDuration(cls, morning, false)).toBe(text);
  });
});

describe('without skipped dates and changes', () => {
  it('dates and numbers are those of the weekly rule on every day [CAL-02, PRC-09, PRC-10, PRC-11, PRC-12]', () => {
    fc.assert(
      fc.property(anyProgram, ({ dates, days }) => {
        const cls = { ...dates, skipped_dates: [], session_changes: [] };
        expect(sessionDates(cls, morning)).toEqual(sessionDatesFrom(dates, dates.start_date));
        const slotAt = (start_time: string) => ({ ...morning, start_time: time(start_time) });
        for (const today of days.filter((_, index) => index % 3 === 0)) {
          const midnight = at(`${today}T00:00:00.000Z`, 'UTC');
          expect(upcomingDates(cls, slotAt('00:01'), midnight)).toEqual(sessionDatesFrom(dates, today));
          expect(nextUpcomingDate(cls, slotAt('00:01'), midnight)).toBe(nextOf(dates, today));
          // A session that begins at midnight has begun: what is next is what is next tomorrow (CAL-07).
          const tomorrow = nextOf(dates, dayAfter(today));
          expect(nextUpcomingDate(cls, slotAt('00:00'), midnight)).toBe(tomorrow);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('nextUpcomingDate', () => {
  it.each([
    ['2025-09-06T07:59:59.999Z', '2025-09-06'],
    ['2025-09-06T08:00:00.000Z', '2025-09-13'],
    ['2025-09-06T22:00:00.000Z', '2025-09-13'],
    ['2025-11-01T08:59:59.999Z', '2025-11-01'],
    ['2025-11-01T09:00:00.000Z', null],
  ])('is today until the session starts at 9:00 in London: %s gives %s', (now, next) => {
    expect(nextUpcomingDate(exampleCalendar(), morning, at(now))).toBe(next);
  });
});

describe('upcomingDates', () => {
  /** Each row: the last instant at which the session in question is still to come. */
  it.each([
    // Clocks go forward: the day has 23 hours.
    ['Europe/London', '00:30', '2026-03-22', '2026-04-05', '2026-03-29T00:29:59.999Z', '2026-03-29'],
    ['Pacific/Auckland', '23:30', '2026-09-20', '2026-10-04', '2026-09-27T10:29:59.999Z', '2026-09-27'],
    ['America/Los_Angeles', '00:30', '2026-03-01', '2026-03-15', '2026-03-08T08:29:59.999Z', '2026-03-08'],
    // Clocks go back: the day has 25 hours.
    ['Europe/London', '00:30', '2026-10-18', '2026-11-01', '2026-10-24T23:29:59.999Z', '2026-10-25'],
    ['Pacific/Auckland', '23:30', '2026-03-29', '2026-04-12', '2026-04-05T11:29:59.999Z', '2026-04-05'],
    ['America/Los_Angeles', '00:30', '2026-10-25', '2026-11-08', '2026-11-01T07:29:59.999Z', '2026-11-01'],
    // A time that clocks skip begins after the gap, a time that they show twice at the first of them.
    ['Europe/London', '01:30', '2026-03-22', '2026-04-05', '2026-03-29T01:29:59.999Z', '2026-03-29'],
    ['Europe/London', '01:30', '2026-10-18', '2026-11-01', '2026-10-25T00:29:59.999Z', '2026-10-25'],
    ['America/Los_Angeles', '01:30', '2026-10-25', '2026-11-08', '2026-11-01T08:29:59.999Z', '2026-11-01'],
    // Leap day.
    ['Europe/London', '00:30', '2028-02-22', '2028-03-07', '2028-02-29T00:29:59.999Z', '2028-02-29'],
    // New Year.
    ['Europe/London', '00:30', '2026-12-25', '2027-01-08', '2027-01-01T00:29:59.999Z', '2027-01-01'],
    ['America/Los_Angeles', '23:30', '2026-12-24', '2027-01-07', '2027-01-01T07:29:59.999Z', '2026-12-31'],
  ])('in %s at %s, %s to %s: until %s the next one is %s [CAL-10]', (zone, start, first, last, now, next) => {
    const cls = { ...exampleCalendar(), start_date: date(first), end_date: date(last) };
    const slot = { ...morning, start_time: time(start) };
    expect(sessionDates(cls, slot)).toEqual([first, next, last]);
    expect(upcomingDates(cls, slot, at(now, zone))).toEqual([next, last]);
    const begun = new Date(Date.parse(now) + 1);
    expect(upcomingDates(cls, slot, businessMoment(begun, zone))).toEqual([last]);
  });

  it('never brings a session back in the hour that clocks show twice [CAL-10]', () => {
    const slot = { ...morning, start_time: time('01:30') };
    const minutes = Array.from(
      { length: 180 },
      (_, minute) => Date.parse('2026-10-24T23:00Z') + minute * 60_000,
    );
    const begun = minutes.map((now) =>
      hasBegun(date('2026-10-25'), slot, businessMoment(new Date(now), 'Europe/London')),
    );
    expect(begun).toEqual(minutes.map((now) => now >= Date.parse('2026-10-25T00:30Z')));
  });

  it('are the sessions whose start is to come, by any calendar, zone and instant [CAL-10]', () => {
    const anyCase = anyCalendar.chain(({ cls, days }) =>
      fc.record({
        cls: fc.constant(cls),
        sessions: fc.constant(sessionsByWalking(cls, morning, days)),
        timeZone: fc.constantFrom(...zones),
        start_time: anyTime,
        // Instants near the start of sessions, and on any other day.
        near: fc.constantFrom(...days, ...cls.session_changes.map((change) => change.date)),
        after: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -90_000_000, max: 90_000_000 })),
      }),
    );
    fc.assert(
      fc.property(anyCase, ({ cls, sessions, timeZone, start_time, near, after }) => {
        const now = new Date(findInstant(near, start_time, timeZone).getTime() + after);
        const toCome = sessions.flatMap(({ state, date: day }) =>
          state === 'on' && findInstant(day, start_time, timeZone) > now ? [day] : [],
        );
        const moment = businessMoment(now, timeZone);
        expect(upcomingDates(cls, { ...morning, start_time }, moment)).toEqual(toCome);
      }),
      { numRuns: 60 },
    );
  });
});

const both = [morning, noon];
const lastCancelled = [cancelled('2025-11-01'), cancelled('2025-11-01', { slot_id: noon.id })];

it.each([
  ['the last session has begun in every slot', [], both, '2025-11-01T12:00:00.000Z'],
  ['the last session that is on has begun', lastCancelled, both, '2025-10-25T11:00:00.000Z'],
  [
    'a make-up session after the last day has begun',
    [extra('2025-11-08', noon)],
    both,
    '2025-11-08T12:00:00.000Z',
  ],
  ['its last day is over, without slots', [], [], '2025-11-02T00:00:00.000Z'],
])('a class is over once %s', (_, changes, time_slots, from) => {
  const isOverAt = (moment: number) =>
    isClassOver(
      { ...exampleCalendar(changes), time_slots },
      businessMoment(new Date(moment), 'Europe/London'),
    );
  expect([isOverAt(Date.parse(from) - 1), isOverAt(Date.parse(from))]).toEqual([false, true]);
});

describe('endsWithoutCredit', () => {
  const session_changes = weeklyDates(exampleCalendar())
    .slice(-2)
    .map((day) => cancelled(day));
  const cls = { ...exampleCalendar(session_changes), time_slots: [morning] };

  it('is a class that is over, once the days of its last cancelled sessions have passed too [END-10]', () => {
    expect(isClassOver(cls, at('2025-10-20T10:00:00Z'))).toBe(true);
    expect(endsWithoutCredit(cls, at('2025-10-20T10:00:00Z'))).toBe(false);
    expect(endsWithoutCredit(cls, at('2025-11-02T10:00:00Z'))).toBe(true);
  });
});

const announced = (today: string, ...changes: Parameters<typeof exampleCalendar>[0] & object) =>
  announcedCancellations(exampleCalendar(changes), { id: cancelled('2025-09-20').slot_id }, date(today));

it.each([
  ['2025-09-12', []],
  ['2025-09-13', ['2025-09-20']],
  ['2025-09-20', ['2025-09-20']],
  ['2025-09-21', []],
])('on %s the sessions cancelled until 7 days later are announced: %j [CAN-14]', (today, dates) => {
  const found = announced(today, cancelled('2025-09-20'), cancelled('2025-10-18'));
  expect(found.map((session) => session.date)).toEqual(dates);
});

it.each([
  ['weather', 'weather', 'weather'],
  ['pitch', 'pitch', 'pitch'],
  ['coach', null, 'other'],
  ['other', null, 'other'],
] as const)('the reason %s is announced as %s [CAN-14]', (reason, shown, sent) => {
  expect(announced('2025-09-20', cancelled('2025-09-20', { reason }))).toEqual([
    { date: '2025-09-20', reason: shown },
  ]);
  expect(publicReason(reason)).toBe(sent);
});

it('the cancelled sessions of another slot are not announced', () => {
  expect(announced('2025-09-20', cancelled('2025-09-20', { slot_id: noon.id }))).toEqual([]);
});

it.each([
  ['2026-03-28', '2026-03-28', true],
  ['2026-03-28', '2026-03-29', true],
  ['2026-03-28', '2026-03-30', false],
  ['2026-12-31', '2027-01-01', true],
])('a session of %s on %s: %s', (day, today, expected) => {
  expect(isMarkable(date(day), date(today))).toBe(expected);
});
