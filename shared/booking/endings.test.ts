import { describe, expect, it } from 'vitest';
import type { TimedSession } from '#shared/sessions/sessions';
import {
  cancelled as cancelledOn,
  exampleCalendar,
  extra,
  makeUpOn,
  morning,
  noon,
  trialSessionOn,
} from '#shared/testing/session-calendars';
import { cents, date, instant } from '#shared/testing/values';
import {
  type CancellationTerms,
  cancellationPolicy,
  type EndableBooking,
  type Ending,
  type EndingFacts,
  endableBooking,
  freeAfterChange,
  freeUntil,
  leftOfCharge,
  quoteEnding,
  sessionsLeftValue,
  upgradedTrial,
} from './endings.ts';

const startOf = (day: string) => instant(`${day}T08:00:00.000Z`);
const session = (
  day: string,
  state: TimedSession['state'] = 'on',
  startsAt = startOf(day),
): TimedSession => ({ date: date(day), startsAt, state });

/** Three Saturdays for $100.00: worth $33.34, $33.33 and $33.33. */
const saturdays = ['2025-09-06', '2025-09-13', '2025-09-20'] as const;
const program: EndableBooking = {
  amount: cents(10_000),
  credited: cents(0),
  sessions: saturdays.map((day) => session(day)),
  terms: { isTrial: false, firstStartsAt: startOf('2025-09-06'), agreedUntil: null, changedUntil: null },
};
const trial: EndableBooking = {
  amount: cents(2_000),
  credited: cents(0),
  sessions: [session('2025-09-06')],
  terms: { ...program.terms, isTrial: true },
};

const cancelled = { reason: 'cancelled' } as const;
const beforeDeadline = instant('2025-09-04T07:00:00.000Z');
const late = instant('2025-09-05T12:00:00.000Z');

describe('leftOfCharge', () => {
  it('throws when credits exceed the charge', () => {
    expect(() => leftOfCharge({ ...program, credited: cents(10_001) })).toThrow();
  });
});

describe('sessionsLeftValue', () => {
  it.each([
    ['2025-09-01T08:00:00.000Z', 10_000],
    ['2025-09-06T08:00:00.000Z', 6_666],
    ['2025-09-20T07:59:59.999Z', 3_333],
    ['2025-09-20T08:00:00.000Z', 0],
  ])('at %s, of sessions that have not begun, is %i cents', (now, value) => {
    expect(sessionsLeftValue(program, instant(now))).toBe(value);
  });

  const [first, second, third] = saturdays;
  const others = [session(second), session(third)];
  const withCancelled = [session(first), session(second, 'cancelled'), session(third)];
  it.each<[string, TimedSession[], number, string, number]>([
    ['a cancelled session to come', withCancelled, 0, first, 6_666],
    ['less a credited session', withCancelled, 3_333, first, 3_333],
    [
      'nothing when the make-up was held too',
      [session(first, 'on', startOf('2025-09-27')), ...others],
      0,
      '2025-09-27',
      0,
    ],
    ['never below 0, with a session held before its credit is taken back', [session(first)], 9_000, first, 0],
  ])('counts %s', (_, sessions, credited, day, value) => {
    expect(sessionsLeftValue({ ...program, sessions, credited: cents(credited) }, startOf(day))).toBe(value);
  });
});

describe('quoteEnding', () => {
  it.each([
    ['a programme in time', program, '2025-09-01T00:00:00.000Z', 10_000, 0],
    ['a programme later', program, '2025-09-04T08:00:00.001Z', 0, 10_000],
    ['a programme after its first session', program, '2025-09-06T08:00:00.000Z', 0, 6_666],
    ['a programme after its last session', program, '2025-09-20T08:00:00.000Z', 0, 0],
  ])('cancels %s', (_, booking, now, credit, suggested) => {
    expect(quoteEnding(booking, cancelled, instant(now))).toEqual({ credit, suggested });
    expect(quoteEnding(booking, { reason: 'account-deleted' }, instant(now)).credit).toBe(credit);
  });

  it('credits what is left of the charge when a session was credited before', () => {
    const sessions = [session('2025-09-06'), session('2025-09-13', 'cancelled'), session('2025-09-20')];
    const booking = { ...program, sessions, credited: cents(3_333) };
    expect(quoteEnding(booking, cancelled, beforeDeadline)).toEqual({ credit: 6_667, suggested: 0 });
    expect(quoteEnding(booking, cancelled, late)).toEqual({ credit: 0, suggested: 6_667 });
  });

  it('is free until the new session after a change by the school, without sessions that were held', () => {
    const changed = { ...program, terms: { ...program.terms, changedUntil: startOf('2025-09-13') } };
    expect(quoteEnding(changed, cancelled, late)).toEqual({ credit: 10_000, suggested: 0 });
    expect(quoteEnding(changed, cancelled, startOf('2025-09-12'))).toEqual({ credit: 6_666, suggested: 0 });
    expect(quoteEnding(changed, cancelled, startOf('2025-09-14'))).toEqual({ credit: 0, suggested: 3_333 });
  });

  const afterTwo = startOf('2025-09-13');
  it.each<[Ending, number]>([
    [{ reason: 'removed', credit: 'charge' }, 10_000],
    [{ reason: 'removed', credit: 'sessions' }, 3_333],
    [{ reason: 'removed', credit: 'nothing' }, 0],
  ])('lets the administrator choose, after two sessions: %j credits %i cents', (ending, credit) => {
    expect(quoteEnding(program, ending, afterTwo)).toEqual({ credit, suggested: 0 });
  });

  it('credits the sessions left when the class is deleted, and nothing once it is over', () => {
    const ending = { reason: 'class-deleted' } as const;
    expect(quoteEnding(program, ending, late)).toEqual({ credit: 10_000, suggested: 0 });
    expect(quoteEnding(program, ending, afterTwo)).toEqual({ credit: 3_333, suggested: 0 });
    expect(quoteEnding(program, ending, startOf('2025-09-20'))).toEqual({ credit: 0, suggested: 0 });
  });

  it('credits a trial whose session was cancelled for good', () => {
    const unheld = { ...trial, sessions: [session('2025-09-06', 'cancelled')] };
    expect(quoteEnding(unheld, { reason: 'trial-over' }, startOf('2025-09-06')).credit).toBe(2_000);
  });
});

describe('freeUntil', () => {
  const terms: CancellationTerms = program.terms;
  const [early, late] = [startOf('2025-08-01'), startOf('2025-09-13')];

  it.each([
    ['a programme 48 hours before the first session that the charge covers', {}, startOf('2025-09-04')],
    [
      'a booking that was moved as before the move, also when that was earlier',
      { agreedUntil: early },
      early,
    ],
    ['after a change by the school until the new session', { changedUntil: late }, late],
    [
      'after a change by the school, though no longer free before a move',
      { agreedUntil: early, changedUntil: late },
      late,
    ],
    [
      'never shorter because of a change long before the first session',
      { changedUntil: startOf('2025-09-01') },
      startOf('2025-09-04'),
    ],
  ])('is for %s', (_, more, until) => {
    expect(freeUntil({ ...terms, ...more })).toBe(until);
  });

  it.each([
    [{ programHours: 1, trialHours: 0 }, '2025-09-06T07:00:00.000Z', '2025-09-06T08:00:00.000Z'],
    [{ programHours: 0, trialHours: 72 }, '2025-09-06T08:00:00.000Z', '2025-09-03T08:00:00.000Z'],
  ])('follows the settings %j', (hours, programUntil, trialUntil) => {
    expect(freeUntil(terms, hours)).toBe(programUntil);
    expect(freeUntil(trial.terms, hours)).toBe(trialUntil);
  });
});

describe('freeAfterChange', () => {
  const sessions = [
    session('2025-09-13'),
    session('2025-09-20', 'cancelled'),
    session('2025-09-06', 'on', startOf('2025-11-08')),
    session('2025-09-27'),
  ];
  const booked = instant('2025-09-01T10:00:00.000Z');

  it.each([
    ['2025-09-10T10:00:00.000Z', '2025-09-13T08:00:00.000Z'],
    ['2025-09-13T08:00:00.000Z', '2025-09-27T08:00:00.000Z'],
    ['2025-11-08T08:00:00.000Z', null],
  ])('after a change at %s it is until the next session that is on: %s', (changedAt, until) => {
    expect(freeAfterChange(instant(changedAt), booked, sessions)).toBe(until);
  });

  it.each([
    ['2025-09-09T23:59:59.999Z', '2025-09-13T08:00:00.000Z'],
    ['2025-09-10T00:00:00.000Z', null],
    ['2025-09-11T00:00:00.000Z', null],
  ])('is for bookings made before the change: one made at %s gets %s', (bookedAt, until) => {
    expect(freeAfterChange(instant('2025-09-10T00:00:00.000Z'), instant(bookedAt), sessions)).toBe(until);
  });
});

describe('cancellationPolicy', () => {
  it('names the hours, what follows, and that there is no 14-day right to cancel', () => {
    expect(cancellationPolicy(false)).toBe(
      'You can cancel free of charge until 48 hours before the first session. After that you can still give up the place, without an automatic credit. There is no 14-day right to cancel: it does not apply to leisure services on set dates.',
    );
    expect(cancellationPolicy(true)).toContain('until 24 hours before the session.');
  });

  it('is made from the settings', () => {
    const hours = { programHours: 72, trialHours: 1 };
    expect(cancellationPolicy(false, hours)).toContain('until 72 hours before the first session.');
    expect(cancellationPolicy(true, hours)).toContain('until 1 hour before the session.');
  });
});

const zone = 'Europe/London';

/** A programme of two sessions, kept after a trial whose session is on Saturday, 2025-09-27, at 9:00 AM. */
const kept: EndingFacts = {
  time_slot_id: morning.id,
  dates: [date('2025-10-04'), date('2025-10-11')],
  amount: cents(6_000),
  is_trial: false,
  created_at: instant('2025-09-23T10:00:00.000Z'),
  credited: cents(0),
  credited_dates: new Set(),
  trial_session: trialSessionOn('2025-09-27'),
};
const parts = (booking: EndingFacts, cls = exampleCalendar()) => ({
  booking,
  cls,
  slot: morning,
  earlier_slots: [],
});
const before = instant('2025-09-24T10:00:00.000Z');

describe('a programme whose trial has its session to come', () => {
  it.each<[Ending, number]>([
    [{ reason: 'cancelled' }, 6_000],
    [{ reason: 'removed', credit: 'charge' }, 6_000],
  ])('is credited as the upgrade alone: %j [END-05]', (ending, credit) => {
    const endable = endableBooking(parts(kept), zone);
    expect(quoteEnding(endable, ending, before).credit).toBe(credit);
  });

  it('can be ended free of charge until 48 hours before the first session of the upgrade [END-05]', () => {
    const endable = endableBooking(parts(kept), zone);
    const creditAt = (now: string) => quoteEnding(endable, cancelled, instant(now)).credit;
    expect(creditAt('2025-10-02T08:00:00.000Z')).toBe(6_000);
    expect(creditAt('2025-10-02T08:00:00.001Z')).toBe(0);
  });
});

describe('the trial that a booking kept', () => {
  const later = { remedy: { kind: 'later' } } as const;
  const { date: day } = trialSessionOn('2025-09-27');

  it.each([
    ['before its session', exampleCalendar(), [], before, 2_000],
    ['when its session has begun', exampleCalendar(), [], instant('2025-09-27T08:00:00.000Z'), 0],
    ['once it is credited', exampleCalendar([cancelledOn(day)]), [day], before, 0],
    [
      'cancelled without a remedy',
      exampleCalendar([cancelledOn(day, later)]),
      [],
      instant('2025-10-01T08:00:00.000Z'),
      2_000,
    ],
  ])('has its charge left: %s [TRI-04]', (_, calendar, credited, now, left) => {
    const trial = upgradedTrial(parts({ ...kept, credited_dates: new Set(credited) }, calendar), zone);
    expect(trial && sessionsLeftValue(trial, now)).toBe(left);
  });

  it('has it left until the make-up begins', () => {
    const calendar = exampleCalendar([
      cancelledOn(day, { remedy: makeUpOn('2025-11-08') }),
      extra('2025-11-08'),
    ]);
    const trial = upgradedTrial(parts(kept, calendar), zone);
    expect(trial && sessionsLeftValue(trial, instant('2025-11-08T08:59:59.999Z'))).toBe(2_000);
    expect(trial && sessionsLeftValue(trial, instant('2025-11-08T09:00:00.000Z'))).toBe(0);
  });

  it('is none of a booking that kept none', () => {
    expect(upgradedTrial(parts({ ...kept, trial_session: undefined }), zone)).toBeUndefined();
  });
});

describe('a booking that moved from a slot in which it has a session', () => {
  /** Booked in the morning; the session of Saturday was credited, and brought back after the move to noon. */
  const moved: EndingFacts = {
    ...kept,
    time_slot_id: noon.id,
    dates: [date('2025-09-27'), date('2025-10-04'), date('2025-10-11')],
    earlier_slots: { '2025-09-27': morning.id },
    trial_session: undefined,
  };
  const leftAt = (text: string, earlier_slots: (typeof morning)[]) => {
    return sessionsLeftValue(
      endableBooking({ ...parts(moved), slot: noon, earlier_slots }, zone),
      instant(text),
    );
  };

  it('has that session left until it begins at the time of its own slot [MOV-03]', () => {
    expect(leftAt('2025-09-27T07:59:59.999Z', [morning])).toBe(6_000);
    expect(leftAt('2025-09-27T08:00:00.000Z', [morning])).toBe(4_000);
  });

  it('has it left until its day where its slot was removed', () => {
    expect(leftAt('2025-09-26T22:59:59.999Z', [])).toBe(6_000);
    expect(leftAt('2025-09-26T23:00:00.000Z', [])).toBe(4_000);
  });
});

describe('a change by the school opens the free end again', () => {
  const own: EndingFacts = {
    ...kept,
    trial_session: undefined,
    dates: [date('2025-09-27'), date('2025-10-04')],
  };
  const changedUntil = (booking: EndingFacts, moved_at?: string, cls = exampleCalendar()) => {
    const slot = { ...morning, ...(moved_at !== undefined && { moved_at: instant(moved_at) }) };
    return endableBooking({ ...parts(booking, cls), slot }, zone).terms.changedUntil;
  };
  const trialMoved = { ...own, moved_by: '2025-09-20#1' };
  const afterBooking = '2025-09-29T10:00:00.000Z';
  const nextStart = '2025-10-04T08:00:00.000Z';

  it.each<[string, EndingFacts, string | undefined, string | null]>([
    ['nothing has changed', own, undefined, null],
    ['its time changed after it was booked', own, afterBooking, nextStart],
    ['its time changed before it was booked', own, '2025-09-23T09:59:59.999Z', null],
    ['it is a trial that was moved', trialMoved, undefined, '2025-09-27T08:00:00.000Z'],
    ['the later of two counts', trialMoved, afterBooking, nextStart],
  ])('%s [END-05]', (_, booking, moved_at, until) => {
    expect(changedUntil(booking, moved_at)).toBe(until);
  });

  it('until the start of the first session that is on [END-05, CAL-11]', () => {
    const calendar = exampleCalendar([cancelledOn('2025-10-04')]);
    const later = { ...own, dates: [...own.dates, date('2025-10-11')] };
    expect(changedUntil(later, afterBooking, calendar)).toBe('2025-10-11T08:00:00.000Z');
  });

  it('and a move of the family keeps its own deadline [END-05]', () => {
    const kept_until = instant('2025-09-20T10:00:00.000Z');
    expect(endableBooking(parts({ ...own, kept_until }), zone).terms.agreedUntil).toBe(kept_until);
  });
});
