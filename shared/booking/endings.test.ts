import { describe, expect, it } from 'vitest';
import type { TimedSession } from '#shared/sessions/sessions';
import { cents, date, instant } from '#shared/testing/values';
import { type EndableBooking, type Ending, leftOfCharge, quoteEnding, sessionsLeftValue } from './endings.ts';

const session = (day: string, state: TimedSession['state'] = 'on'): TimedSession => ({
  date: date(day),
  startsAt: instant(`${day}T08:00:00.000Z`),
  state,
});

const startOf = (day: string) => instant(`${day}T08:00:00.000Z`);

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
    ['2026-09-20T08:00:00.000Z', 0],
  ])('at %s, of sessions that have not begun, is %i cents', (now, value) => {
    expect(sessionsLeftValue(program, instant(now))).toBe(value);
  });

  const [first, second, third] = saturdays;
  it.each<[string, TimedSession[], number, string, number]>([
    [
      'a cancelled session to come',
      [session(first), session(second, 'cancelled'), session(third)],
      0,
      first,
      6_666,
    ],
    [
      'less a credited session',
      [session(first), session(second, 'cancelled'), session(third)],
      3_333,
      first,
      3_333,
    ],
    [
      'nothing when the make-up was held too',
      [{ ...session(first, 'on'), startsAt: startOf('2025-09-27') }, session(second), session(third)],
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

  it('is not free after a move that came too late, though the new first session is far', () => {
    const moved: EndableBooking = {
      ...program,
      terms: { ...program.terms, firstStartsAt: startOf('2025-12-06'), agreedUntil: beforeDeadline },
    };
    expect(quoteEnding(moved, cancelled, late)).toEqual({ credit: 0, suggested: 10_000 });
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
