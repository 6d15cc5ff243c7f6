import { expect, it } from 'vitest';
import type { DiscountOn } from '#shared/booking/discounts';
import { businessMoment } from '#shared/lib/business-time';
import type { ClassCalendar } from '#shared/sessions/sessions';
import { cancelled, exampleCalendar, morning } from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import { type KeepableTrial, keepTerms } from './keep-terms.ts';

const at = (text: string) => businessMoment(new Date(text), 'Europe/London');
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
    at(now),
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
