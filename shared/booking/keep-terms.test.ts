import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endReasonSchema } from '#shared/booking/booking';
import type { DiscountOn } from '#shared/booking/discounts';
import { businessMoment } from '#shared/lib/business-time';
import type { ClassCalendar, TimedSession } from '#shared/sessions/sessions';
import { cancelled, exampleCalendar, morning } from '#shared/testing/session-calendars';
import { cents, date, instant } from '#shared/testing/values';
import {
  isTrialUsed,
  type KeepableTrial,
  keepMailAt,
  keepPrice,
  keepTerms,
  sessionsToKeep,
  trialHeldUntil,
  wantsKeepMail,
} from './keep-terms.ts';

const zone = 'Europe/London';
type Rules = Parameters<typeof keepTerms>[4];

const termsAt = (
  now: string,
  trial: Partial<KeepableTrial> = {},
  calendar: ClassCalendar = exampleCalendar(),
  rules: Rules = {},
) =>
  keepTerms(
    { trial_date: date('2025-09-06'), amount: cents(2_000), program_price: cents(18_000), ...trial },
    { ...calendar, weekly_rate: cents(2_000) },
    morning,
    businessMoment(new Date(now), zone),
    rules,
  );

it.each([
  ['before its session', '2025-09-01T10:00:00Z', 8, 16_000],
  ['on the days after it', '2025-09-08T10:00:00Z', 8, 16_000],
  ['a week later', '2025-09-14T10:00:00Z', 7, 14_000],
])('keeping a trial at $20.00 a week, booked at $180.00: %s [TRI-03]', (_, now, sessions, amount) => {
  const terms = termsAt(now);
  expect(terms?.dates).toHaveLength(sessions);
  expect(terms).toMatchObject({ amount });
});

it('at the minimum price costs two weeks of three [TRI-03]', () => {
  const trial = { trial_date: date('2025-10-25'), program_price: cents(6_000) };
  expect(termsAt('2025-10-26T10:00:00Z', trial)).toMatchObject({ dates: ['2025-11-01'], amount: 4_000 });
});

it.each([
  // 90% of $180.00 less the trial's $20.00, which is less than 90% of $160.00.
  ['on the days after it', '2025-09-08T10:00:00Z', 14_200, 1_800],
  ['a week later', '2025-09-14T10:00:00Z', 12_600, 1_400],
])('keeping a trial with a discount of 10%%: %s [DIS-03, TRI-03]', (_, now, amount, off) => {
  const discountOn: DiscountOn = (price) => ({ rule: 'sibling', amount: cents(price / 10) });
  const terms = termsAt(now, {}, exampleCalendar(), { discountOn });
  expect(terms).toMatchObject({ amount, discount: { rule: 'sibling', amount: off } });
});

it.each([
  ['at-once', undefined],
  // The first session is the next one after the trial's own.
  ['first-session', ['2025-09-12']],
  ['monthly', ['2025-09-13', '2025-10-13']],
] as const)('is due by the rule of the school: %s [DUE-01]', (due_rule, dates) => {
  expect(termsAt('2025-09-08T10:00:00Z', {}, exampleCalendar(), { due_rule })?.due_dates).toEqual(dates);
});

it('covers neither the trial’s own session nor a cancelled one', () => {
  const terms = termsAt('2025-09-01T10:00:00Z', {}, exampleCalendar([cancelled('2025-09-20')]));
  expect(terms?.dates).toEqual(
    ['09-13', '09-27', '10-04', '10-11', '10-18', '10-25', '11-01'].map((day) => `2025-${day}`),
  );
});

it.each([
  ['a full programme', '2025-09-08T10:00:00Z', { trial_date: null }],
  ['the trial of the last session', '2025-10-30T10:00:00Z', { trial_date: date('2025-11-01') }],
  ['a class that is over', '2025-11-02T10:00:00Z', {}],
])('has no terms for %s', (_, now, trial) => {
  expect(termsAt(now, trial)).toBeNull();
});

const session = (day: string, state: TimedSession['state'] = 'on'): TimedSession => ({
  date: date(day),
  startsAt: instant(`${day}T08:00:00.000Z`),
  state,
});

it.each([
  ['Europe/London', '2025-09-06', '2025-09-07T09:00:00.000Z', '2025-09-09T19:00:00.000Z'],
  ['Europe/London', '2026-10-24', '2026-10-25T10:00:00.000Z', '2026-10-27T20:00:00.000Z'],
  ['Europe/London', '2028-02-27', '2028-02-28T10:00:00.000Z', '2028-03-01T20:00:00.000Z'],
  ['Pacific/Auckland', '2026-12-30', '2026-12-30T21:00:00.000Z', '2027-01-02T07:00:00.000Z'],
])(
  'in %s, the mail after a session on %s is due at 10:00 AM of the next day, %s, and the place is held until 8:00 PM on the third, %s',
  (timeZone, day, mailAt, until) => {
    expect(keepMailAt({ date: date(day) }, timeZone)).toBe(mailAt);
    expect(trialHeldUntil({ date: date(day) }, timeZone)).toBe(until);
  },
);

describe('keepPrice', () => {
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
  it.each([
    ['before the trial', '2025-09-06', '2025-09-01', ['2025-09-13', '2025-09-27']],
    ['after the trial', '2025-09-06', '2025-09-08', ['2025-09-13', '2025-09-27']],
    ['as the next session begins', '2025-09-06', '2025-09-13', ['2025-09-27']],
    ['after the last one', '2025-09-06', '2025-09-27', []],
    ['of a trial of the last one', '2025-09-27', '2025-09-20', []],
  ])('are those to come without the one of the trial: %s', (_, day, today, dates) => {
    const now = instant(`${today}T08:00:00.000Z`);
    expect(sessionsToKeep({ date: date(day) }, sessions, now).map((one) => one.date)).toEqual(dates);
  });
});

describe('isTrialUsed', () => {
  const inTime = instant('2025-09-05T08:00:00.000Z');
  const tooLate = instant('2025-09-05T08:00:00.001Z');
  const used = (ended: Parameters<typeof isTrialUsed>[0]['ended'], sessionCancelled = false) =>
    isTrialUsed({ ended, freeUntil: inTime, sessionCancelled });

  it.each(endReasonSchema.options.filter((reason) => reason !== 'upgraded'))(
    'is one when it ended as %s too late, and none in time [TRI-05]',
    (reason) => {
      expect(used({ reason, at: tooLate })).toBe(true);
      expect(used({ reason, at: inTime })).toBe(false);
    },
  );

  it('is one while it is live, or when the place was kept, and none when its session was not on', () => {
    expect(used(null)).toBe(true);
    expect(used({ reason: 'upgraded', at: inTime })).toBe(true);
    expect(used(null, true)).toBe(false);
    expect(used({ reason: 'trial-over', at: tooLate }, true)).toBe(false);
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
