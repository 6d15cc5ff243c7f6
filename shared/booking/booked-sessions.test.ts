import { describe, expect, it } from 'vitest';
import { businessMoment } from '#shared/lib/business-time';
import type { ClassCalendar } from '#shared/sessions/sessions';
import type { SessionChange } from '#shared/sessions/slot';
import {
  cancelled,
  exampleCalendar,
  extra,
  makeUpOn,
  morning,
  noon,
  trialSessionOn,
} from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import {
  agreedDates,
  type BookedDates,
  bookableDates,
  bookedSessions,
  daySession,
  isInForce,
  isLiveBooking,
  notComingProblem,
  placesOn,
  sessionClaim,
  sessionsWithSlots,
} from './booked-sessions.ts';

const booking = (...days: string[]) => ({ dates: days.map(date), amount: cents(10_000) });

/** The dates of each of the sessions of a booking, from the agreed one to the present one. */
const datesOf = (changes: readonly SessionChange[], booked: ReturnType<typeof booking>) =>
  bookedSessions(exampleCalendar(changes), morning, booked).map(({ sessions }) =>
    sessions.map((session) => session.date),
  );

describe('bookableDates', () => {
  const changes = [cancelled('2025-10-25', { remedy: makeUpOn('2025-11-05') }), extra('2025-11-05')];
  const bookable = (instant: string, isTrial: boolean) =>
    bookableDates(
      exampleCalendar(changes),
      morning,
      isTrial,
      businessMoment(new Date(instant), 'Europe/London'),
    );

  it.each([
    ['2025-10-11T07:59:59.999Z', ['2025-10-11', '2025-10-18', '2025-11-01', '2025-11-05']],
    ['2025-10-11T08:00:00.000Z', ['2025-10-18', '2025-11-01', '2025-11-05']],
    ['2025-11-01T09:00:00.000Z', ['2025-11-05']],
    ['2025-11-05T09:00:00.000Z', []],
  ])('at %s are the sessions to come that are on: %j', (instant, dates) => {
    expect(bookable(instant, false)).toEqual(dates);
    expect(bookable(instant, true)).toEqual(dates.slice(0, 1));
  });
});

describe('bookedSessions', () => {
  it('are those of the slot in which the booking had them [MOV-03]', () => {
    const moved = {
      ...booking('2025-10-18', '2025-10-25'),
      earlier_slots: { '2025-10-18': morning.id },
    };
    const changes = [
      cancelled('2025-10-18', { slot_id: noon.id }),
      cancelled('2025-10-25', { slot_id: morning.id }),
    ];
    const statesIn = (calendar: readonly SessionChange[]) =>
      bookedSessions(exampleCalendar(calendar), noon, moved).map(({ slot_id, sessions }) => [
        slot_id,
        sessions.at(-1)?.state,
      ]);
    expect(statesIn(changes)).toEqual([
      [morning.id, 'on'],
      [noon.id, 'on'],
    ]);
    expect(statesIn([cancelled('2025-10-18')])).toEqual([
      [morning.id, 'cancelled'],
      [noon.id, 'on'],
    ]);
  });

  it('have that of a kept trial among them, by date and at the trial’s charge [TRI-04]', () => {
    const kept = { ...booking('2025-10-11', '2025-10-25'), trial_session: trialSessionOn('2025-10-18') };
    const remedy = makeUpOn('2025-11-08');
    const calendar = exampleCalendar([cancelled('2025-10-18', { remedy }), extra('2025-11-08')]);
    const sessions = bookedSessions(calendar, morning, kept);
    expect(sessions.map(({ agreed, value, trial }) => [agreed, value, trial?.booking_id])).toEqual([
      ['2025-10-11', 5_000, undefined],
      ['2025-10-18', 2_000, kept.trial_session.booking_id],
      ['2025-10-25', 5_000, undefined],
    ]);
    expect(sessions[1]?.sessions.map((session) => session.date)).toEqual(['2025-10-18', '2025-11-08']);
    expect(agreedDates(kept)).toEqual(['2025-10-11', '2025-10-18', '2025-10-25']);
  });

  it('follows a make-up session that is cancelled to the next make-up date', () => {
    const again = [
      cancelled('2025-10-18', { remedy: makeUpOn('2025-11-08') }),
      cancelled('2025-11-08', { kind: 'extra', remedy: makeUpOn('2025-11-15') }),
      extra('2025-11-15'),
    ];
    expect(datesOf(again, booking('2025-10-18'))).toEqual([['2025-10-18', '2025-11-08', '2025-11-15']]);
    expect(datesOf(again, booking('2025-11-08'))).toEqual([['2025-11-08', '2025-11-15']]);
  });

  it('ends where make-up dates lead back or to no session', () => {
    const circle = [
      cancelled('2025-10-18', { remedy: makeUpOn('2025-10-25') }),
      cancelled('2025-10-25', { remedy: makeUpOn('2025-10-18') }),
      cancelled('2025-11-01', { remedy: makeUpOn('2025-11-08') }),
    ];
    const booked = booking('2025-10-18', '2025-11-01', '2025-11-29');
    expect(datesOf(circle, booked)).toEqual([['2025-10-18', '2025-10-25'], ['2025-11-01'], []]);
  });
});

describe('daySession', () => {
  const booked = booking('2025-09-06', '2025-09-13', '2025-09-20');
  const movedTo = (day: string) => [cancelled(day, { remedy: makeUpOn('2025-11-05') }), extra('2025-11-05')];
  const moved = { ...booked, earlier_slots: { '2025-09-06': morning.id } };
  const trial_session = trialSessionOn('2025-09-06');
  const kept = { ...booked, dates: booked.dates.slice(1), trial_session };

  it.each<
    [string, SessionChange[], typeof morning | typeof noon, BookedDates, Record<string, boolean | undefined>]
  >([
    ['one of its days', [], morning, booked, { '09-06': true, '09-13': false, '09-14': undefined }],
    [
      'after a cancelled one',
      [cancelled('2025-09-06')],
      morning,
      booked,
      { '09-06': undefined, '09-13': true },
    ],
    ['a make-up', movedTo('2025-09-13'), morning, booked, { '11-05': false, '09-13': undefined }],
    ['a make-up of the slot that it left', movedTo('2025-09-06'), noon, moved, { '11-05': false }],
    ['a make-up of another slot', movedTo('2025-09-06'), noon, booked, { '11-05': undefined }],
    ['a kept trial and the programme', [], morning, kept, { '09-06': true, '09-13': true, '09-20': false }],
  ])('says whether it is the first one: %s [MSG-05]', (_, changes, { id }, own, days) => {
    const parts = sessionsWithSlots(exampleCalendar(changes), { ...own, time_slot_id: id }, [morning, noon]);
    for (const [day, isFirst] of Object.entries(days)) {
      const found = daySession(parts, date(`2025-${day}`));
      expect([day, found?.isFirst]).toEqual([day, isFirst]);
      if (found) expect(found.slot).toBe(changes.length > 0 || id === morning.id ? morning : noon);
      expect(found?.part.trial).toEqual(own === kept && day === '09-06' ? trial_session : undefined);
    }
  });
});

const full = (...days: string[]) => ({ ...booking(...days), time_slot_id: morning.id, is_trial: false });
const trial = (day: string) => ({ ...full(day), is_trial: true });
const changes = [cancelled('2025-10-11', { remedy: makeUpOn('2025-11-05') }), extra('2025-11-05')];
const kept = { ...full('2025-10-18'), trial_session: trialSessionOn('2025-10-04') };

it.each([
  ['a full booking', full('2025-09-27', '2025-10-04'), '2025-10-04', { kind: 'full', is_first: false }],
  ['its first session', full('2025-10-04', '2025-10-18'), '2025-10-04', { kind: 'full', is_first: true }],
  ['a date before it began', full('2025-10-04', '2025-10-18'), '2025-09-27', null],
  ['a trial', trial('2025-10-04'), '2025-10-04', { kind: 'trial', is_first: false }],
  ['a make-up', full('2025-10-11', '2025-10-18'), '2025-11-05', { kind: 'make-up', is_first: true }],
  ['the session of a kept trial', kept, '2025-10-04', { kind: 'trial', is_first: false }],
  ['the session after a kept trial', kept, '2025-10-18', { kind: 'full', is_first: false }],
] as const)('finds the place of %s [REG-01]', (_, booking, day, expected) => {
  const cls = { ...exampleCalendar(changes), time_slots: [morning, noon] };
  const places = placesOn(cls, morning, date(day), [booking]);
  expect(places).toEqual(expected ? [{ booking, ...expected }] : []);
});

it.each([
  ['a session to come', '2025-10-04', '2025-09-27T10:00:00Z', null],
  ['a date without a session', '2025-10-05', '2025-09-27T10:00:00Z', 'sessionNotFound'],
  ['a cancelled session', '2025-10-11', '2025-09-27T10:00:00Z', 'sessionNotFound'],
  ['its make-up', '2025-11-05', '2025-09-27T10:00:00Z', null],
])('of %s is decided by the calendar and the clock of the business [ABS-01]', (_, day, now, expected) => {
  const moment = businessMoment(new Date(now), 'Europe/London');
  expect(
    notComingProblem(
      exampleCalendar(changes),
      full('2025-09-27', '2025-10-04', '2025-10-11'),
      [morning],
      date(day),
      moment,
    ),
  ).toBe(expected);
});

it('is decided by the times of the slot in which the session is [ABS-01]', () => {
  const moved = { ...full('2025-10-04'), time_slot_id: noon.id, earlier_slots: { '2025-10-04': morning.id } };
  const moment = businessMoment(new Date('2025-10-04T09:00:00Z'), 'Europe/London');
  const ofDay = notComingProblem(
    exampleCalendar(changes),
    moved,
    [noon, morning],
    date('2025-10-04'),
    moment,
  );
  expect(ofDay).toBe('sessionBegun');
});

it.each([
  ['before the class has started', '2025-09-01', [], true],
  ['on the day of its last session', '2025-11-01', [], true],
  ['after its last session', '2025-11-02', [], false],
  ['when all that is left is cancelled', '2025-10-26', [cancelled('2025-11-01')], false],
  [
    'until the make-up date of its last session',
    '2025-11-08',
    [cancelled('2025-11-01', { remedy: makeUpOn('2025-11-08') }), extra('2025-11-08')],
    true,
  ],
])('a booking is live: %s', (_name, today, changes, expected) => {
  expect(isLiveBooking(full('2025-10-25', '2025-11-01'), exampleCalendar(changes), date(today))).toBe(
    expected,
  );
});

const claimFor = (session_changes: ClassCalendar['session_changes']) => {
  const cls = exampleCalendar(session_changes);
  const [part] = bookedSessions(cls, morning, booking('2025-09-06'));
  return part ? sessionClaim(cls, part) : expect.unreachable();
};

describe('sessionClaim', () => {
  const first = cancelled('2025-09-06', { remedy: makeUpOn('2025-11-05') });
  const second = cancelled('2025-11-05', { kind: 'extra', calendar_version: 2 });

  it.each([
    ['a session that is on', [], [], null],
    ['one that is cancelled with a credit', [cancelled('2025-09-06')], [1], 1],
    ['one whose make-up session is cancelled with a credit', [first, second], [1, 2], 2],
  ])('of %s', (_, changes, inForce, due) => {
    const claim = claimFor(changes);
    expect(claim.cancellations.map(({ calendar_version }) => calendar_version)).toEqual(inForce);
    expect(claim.due?.calendar_version ?? null).toBe(due);
  });

  it('keeps a credit for a cancellation in force, and none of another slot or time', () => {
    const claim = claimFor([cancelled('2025-09-06', { calendar_version: 3 })]);
    expect(isInForce(claim, { slot_id: morning.id, calendar_version: 3 })).toBe(true);
    expect(isInForce(claim, { slot_id: morning.id, calendar_version: 2 })).toBe(false);
    expect(isInForce(claim, { slot_id: noon.id, calendar_version: 3 })).toBe(false);
  });
});
