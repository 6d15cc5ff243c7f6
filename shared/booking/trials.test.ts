import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endReasonSchema } from '#shared/booking/booking';
import type { TimedSession } from '#shared/sessions/sessions';
import { cents, date, instant } from '#shared/testing/values';
import {
  isTrialUsed,
  keepMailAt,
  keepPrice,
  sessionsToKeep,
  trialHeldUntil,
  wantsKeepMail,
} from './keep-terms.ts';

const zone = 'Europe/London';
const session = (day: string, state: TimedSession['state'] = 'on'): TimedSession => ({
  date: date(day),
  startsAt: instant(`${day}T08:00:00.000Z`),
  state,
});

describe('trialHeldUntil', () => {
  it.each([
    ['Europe/London', '2025-09-06', '2025-09-09T19:00:00.000Z'],
    ['Pacific/Auckland', '2026-12-30', '2027-01-02T07:00:00.000Z'],
    ['Europe/London', '2028-02-27', '2028-03-01T20:00:00.000Z'],
  ])('in %s, of a session on %s, is 8:00 PM on the third day: %s', (timeZone, day, until) => {
    expect(trialHeldUntil({ date: date(day) }, timeZone)).toBe(until);
  });
});

describe('keepPrice', () => {
  it.each([
    [2_000, 2_000],
    [2_000, 1_500],
    [2_000, 0],
  ])('is never below 0: a trial of %i cents when the programme cost %i', (amount, then) => {
    expect(keepPrice(cents(18_000), { amount: cents(amount), programPrice: cents(then) })).toBe(0);
  });

  it('with the trial is never above what the programme cost on its day, nor above today alone', () => {
    const price = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(price, price, fc.nat(100), (today, then, percent) => {
        const amount = Math.floor((then * percent) / 100);
        const keep = keepPrice(cents(today), { amount: cents(amount), programPrice: cents(then) });
        expect(keep).toBeGreaterThanOrEqual(0);
        expect(keep + amount).toBeLessThanOrEqual(then);
        expect(keep).toBeLessThanOrEqual(today);
        // One of the two limits is reached.
        expect(keep === today || keep + amount === then).toBe(true);
      }),
    );
  });
});

describe('sessionsToKeep', () => {
  const sessions = [
    session('2025-09-06'),
    session('2025-09-13'),
    session('2025-09-20', 'cancelled'),
    session('2025-09-27'),
  ];
  const trial = { date: date('2025-09-06') };

  it.each([
    ['before the trial', '2025-09-01T08:00:00.000Z', ['2025-09-13', '2025-09-27']],
    ['after the trial', '2025-09-08T08:00:00.000Z', ['2025-09-13', '2025-09-27']],
    ['as the next session begins', '2025-09-13T08:00:00.000Z', ['2025-09-27']],
    ['after the last one', '2025-09-27T08:00:00.000Z', []],
  ])('are those to come without the one of the trial: %s', (_, now, dates) => {
    expect(sessionsToKeep(trial, sessions, instant(now)).map(({ date: day }) => day)).toEqual(dates);
  });

  it('are none when the trial was the last session', () => {
    expect(
      sessionsToKeep({ date: date('2025-09-27') }, sessions, instant('2025-09-20T08:00:00.000Z')),
    ).toEqual([]);
  });
});

describe('isTrialUsed', () => {
  const freeUntil = instant('2025-09-05T08:00:00.000Z');
  const inTime = instant('2025-09-05T08:00:00.000Z');
  const tooLate = instant('2025-09-05T08:00:00.001Z');
  const used = (ended: Parameters<typeof isTrialUsed>[0]['ended'], sessionCancelled = false) =>
    isTrialUsed({ ended, freeUntil, sessionCancelled });

  it('is one while it is live', () => {
    expect(used(null)).toBe(true);
  });

  it.each(endReasonSchema.options.filter((reason) => reason !== 'upgraded'))(
    'is one when it ended as %s too late, and none in time [TRI-05]',
    (reason) => {
      expect(used({ reason, at: tooLate })).toBe(true);
      expect(used({ reason, at: inTime })).toBe(false);
    },
  );

  it('is one when the place was kept, however early', () => {
    expect(used({ reason: 'upgraded', at: inTime })).toBe(true);
  });

  it('is none when its session was not on', () => {
    expect(used(null, true)).toBe(false);
    expect(used({ reason: 'trial-over', at: tooLate }, true)).toBe(false);
  });
});

describe('keepMailAt', () => {
  it.each([
    ['Europe/London', '2025-09-06', '2025-09-07T09:00:00.000Z'],
    ['Europe/London', '2026-10-24', '2026-10-25T10:00:00.000Z'],
    ['Pacific/Auckland', '2025-12-31', '2025-12-31T21:00:00.000Z'],
  ])('in %s, of a session on %s, is 10:00 AM on the next day: %s', (timeZone, day, at) => {
    expect(keepMailAt({ date: date(day) }, timeZone)).toBe(at);
  });
});

describe('wantsKeepMail', () => {
  const live = { date: date('2025-09-06'), ended: null };
  const sessions = [session('2025-09-06'), session('2025-09-13')];
  const at = instant('2025-09-07T09:00:00.000Z');

  it.each([
    ['2025-09-07T08:59:59.999Z', false],
    ['2025-09-07T09:00:00.000Z', true],
    ['2025-09-08T12:00:00.000Z', true],
    ['2025-09-09T19:00:00.000Z', false],
  ])('from the morning after until the place is no longer held: at %s %s', (now, wants) => {
    expect(wantsKeepMail(live, sessions, instant(now), zone)).toBe(wants);
  });

  it.each(endReasonSchema.options)('not after it ended as %s', (reason) => {
    const ended = { reason, at: instant('2025-09-06T20:00:00.000Z') };
    expect(wantsKeepMail({ ...live, ended }, sessions, at, zone)).toBe(false);
  });

  it.each([
    ['the trial was the last one', [session('2025-09-06')]],
    ['the others are cancelled', [session('2025-09-06'), session('2025-09-13', 'cancelled')]],
    ['the others are past', [session('2025-08-30'), session('2025-09-06')]],
  ])('not when no session is left: %s', (_, left) => {
    expect(wantsKeepMail(live, left, at, zone)).toBe(false);
  });
});
