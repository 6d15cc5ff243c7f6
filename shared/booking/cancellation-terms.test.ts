import { describe, expect, it } from 'vitest';
import { businessMoment, toInstant } from '#shared/lib/business-time';
import { formatDeadline } from '#shared/lib/calendar';
import { date, instant, time } from '#shared/testing/values';
import { type CancellationTerms, cancellationPolicy, freeAfterChange, freeUntil } from './endings.ts';

const program: CancellationTerms = {
  isTrial: false,
  firstStartsAt: instant('2025-09-06T08:00:00.000Z'),
  agreedUntil: null,
  changedUntil: null,
};
const trial = { ...program, isTrial: true };

describe('freeUntil', () => {
  it.each([
    [
      'a programme 48 hours before the first session that the charge covers',
      program,
      '2025-09-04T08:00:00.000Z',
    ],
    [
      'a booking that was moved as before the move, also when that was earlier',
      { ...program, agreedUntil: instant('2025-08-01T08:00:00.000Z') },
      '2025-08-01T08:00:00.000Z',
    ],
    [
      'after a change by the school until the new session',
      { ...program, changedUntil: instant('2025-09-06T13:00:00.000Z') },
      '2025-09-06T13:00:00.000Z',
    ],
    [
      'after a change by the school, though no longer free before a move',
      {
        ...program,
        agreedUntil: instant('2025-08-01T08:00:00.000Z'),
        changedUntil: instant('2025-09-13T08:00:00.000Z'),
      },
      '2025-09-13T08:00:00.000Z',
    ],
    [
      'never shorter because of a change long before the first session',
      { ...program, changedUntil: instant('2025-09-01T08:00:00.000Z') },
      '2025-09-04T08:00:00.000Z',
    ],
  ])('is for %s', (_, terms, until) => {
    expect(freeUntil(terms)).toBe(until);
  });

  it.each([
    [{ programHours: 1, trialHours: 0 }, '2025-09-06T07:00:00.000Z', '2025-09-06T08:00:00.000Z'],
    [{ programHours: 0, trialHours: 72 }, '2025-09-06T08:00:00.000Z', '2025-09-03T08:00:00.000Z'],
  ])('follows the settings %j', (hours, programUntil, trialUntil) => {
    expect(freeUntil(program, hours)).toBe(programUntil);
    expect(freeUntil(trial, hours)).toBe(trialUntil);
  });

  it.each([
    // London: clocks go forward on Sunday, 2026-03-29, and back on Sunday, 2026-10-25.
    ['Europe/London', '2026-03-28', '10:00', false, 'Thu, 10:00 AM'],
    ['Pacific/Auckland', '2026-04-05', '09:00', false, 'Fri, 10:00 AM'],
    ['Pacific/Auckland', '2026-09-27', '09:00', true, 'Sat, 8:00 AM'],
  ])('counts elapsed hours: in %s for %s %s (trial: %s) it is %s', (zone, day, start, isTrial, text) => {
    const starts = toInstant(date(day), time(start), zone);
    const firstStartsAt = instant(starts.toISOString());
    const until = freeUntil({ ...program, isTrial, firstStartsAt });
    expect(starts.getTime() - Date.parse(until)).toBe((isTrial ? 24 : 48) * 3_600_000);
    expect(formatDeadline(until, businessMoment(new Date(until), zone))).toBe(text);
  });
});

describe('freeAfterChange', () => {
  const sessions = [
    { date: date('2025-09-13'), startsAt: instant('2025-09-13T08:00:00.000Z'), state: 'on' },
    { date: date('2025-09-20'), startsAt: instant('2025-09-20T08:00:00.000Z'), state: 'cancelled' },
    { date: date('2025-09-06'), startsAt: instant('2025-11-08T08:00:00.000Z'), state: 'on' },
    { date: date('2025-09-27'), startsAt: instant('2025-09-27T08:00:00.000Z'), state: 'on' },
  ] as const;
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
