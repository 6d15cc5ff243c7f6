import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/lib/calendar';
import { sum } from '#shared/lib/money';
import { limits } from '#shared/limits';
import { cents, date } from '#shared/testing/values';
import { dueDates, dueDatesAfterMove, dueParts } from './due-dates.ts';

const weekly = (first: string, last: string) => {
  const dates = [date(first)];
  for (let next = addDays(date(first), 7); next <= date(last); next = addDays(next, 7)) dates.push(next);
  return dates;
};

const booking = (
  dates: ReturnType<typeof weekly>,
  { today = '2025-09-01', amount = 12_000, isTrial = false } = {},
) => ({ dates, today: date(today), amount: cents(amount), isTrial });

const season = weekly('2025-09-06', '2025-11-29');
const trial = booking([date('2025-09-06')], { isTrial: true });

describe('dueDates', () => {
  it.each<[string, Parameters<typeof dueDates>, string[] | undefined]>([
    ['at once', ['at-once', booking(season)], undefined],
    ['the day before the first session', ['first-session', booking(season)], ['2025-09-05']],
    ['booked on that day', ['first-session', booking(season, { today: '2025-09-05' })], undefined],
    ['booked on the first day', ['first-session', booking(season, { today: '2025-09-06' })], undefined],
    ['monthly', ['monthly', booking(season)], ['2025-09-06', '2025-10-06', '2025-11-06']],
    [
      'monthly, booked on the first day',
      ['monthly', booking(season, { today: '2025-09-06' })],
      ['2025-09-06', '2025-10-06', '2025-11-06'],
    ],
    [
      'a part on the day of the last session',
      ['monthly', booking(weekly('2025-09-06', '2025-10-06').concat(date('2025-10-06')))],
      ['2025-09-06', '2025-10-06'],
    ],
    ['shorter than a month', ['monthly', booking(weekly('2025-09-06', '2025-10-05'))], ['2025-09-06']],
    ['one session', ['monthly', booking([date('2025-09-06')])], ['2025-09-06']],
    ['one session today', ['monthly', booking([date('2025-09-01')])], undefined],
    [
      'the end of February in a leap year',
      ['monthly', booking(weekly('2028-01-31', '2028-03-11'), { today: '2028-01-02' })],
      ['2028-01-31', '2028-02-29'],
    ],
    [
      'six parts at most',
      ['monthly', booking(weekly('2025-09-06', '2026-06-27'))],
      ['2025-09-06', '2025-10-06', '2025-11-06', '2025-12-06', '2026-01-06', '2026-02-06'],
    ],
    ['no part of 0', ['monthly', booking(season, { amount: 2 })], ['2025-09-06', '2025-10-06']],
    ['a charge of 0', ['monthly', booking(season, { amount: 0 })], undefined],
    ['a trial, monthly', ['monthly', trial], ['2025-09-06']],
    ['no session', ['monthly', booking([])], undefined],
  ])('%s [DUE-01]', (_, asked, expected) => {
    expect(dueDates(...asked)).toEqual(expected);
  });

  it('gives one to six dates from the day of the booking to the last session, whose parts are exactly the amount [DUE-01]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('at-once' as const, 'first-session' as const, 'monthly' as const),
        fc.nat(900),
        fc.nat(60),
        fc.uniqueArray(fc.nat(400), { minLength: 1, maxLength: 30 }),
        fc.oneof(fc.nat(10), fc.nat(300_000)),
        fc.boolean(),
        (rule, start, wait, offsets, price, isTrial) => {
          const today = addDays(date('2025-01-01'), start);
          const dates = offsets
            .toSorted((one, other) => one - other)
            .map((offset) => addDays(today, wait + offset));
          const amount = cents(price);
          const due_dates = dueDates(rule, { today, dates, amount, isTrial });
          const parts = dueParts({ day: today, amount, due_dates });
          expect(sum(parts.map((part) => part.amount))).toBe(amount);
          expect(parts.length).toBeGreaterThanOrEqual(1);
          expect(parts.length).toBeLessThanOrEqual(isTrial ? 1 : limits.dueDates);
          const days = parts.map((part) => part.date);
          expect(days).toEqual([...new Set(days)].toSorted());
          expect(days.every((day) => day >= today && day <= (dates.at(-1) ?? today))).toBe(true);
          if (amount > 0) expect(Math.min(...parts.map((part) => part.amount))).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('dueDatesAfterMove', () => {
  const agreed = ['2025-09-06', '2025-10-06', '2025-11-06'].map(date);
  it.each<[string, Parameters<typeof dueDatesAfterMove>, string[] | undefined]>([
    ['due at once stays at once', [undefined, booking(season)], undefined],
    ['none was due yet', [agreed, booking(season)], ['2025-09-06', '2025-10-06', '2025-11-06']],
    ['one was due', [agreed, booking(season, { today: '2025-09-06' })], ['2025-10-06', '2025-11-06']],
    ['all were due', [agreed, booking(season, { today: '2025-11-06' })], undefined],
    [
      'the new class ends earlier',
      [agreed, booking(weekly('2025-09-06', '2025-10-18'))],
      ['2025-09-06', '2025-10-06', '2025-10-18'],
    ],
  ])('keeps the dates that lie ahead: %s [DUE-01]', (_, asked, expected) => {
    expect(dueDatesAfterMove(...asked)).toEqual(expected);
  });
});

it('divides a charge with the remainder on the first parts [DUE-01]', () => {
  const day = date('2025-09-01');
  expect(dueParts({ day, amount: cents(1_001) })).toEqual([{ date: day, amount: 1_001 }]);
  expect(
    dueParts({ day, amount: cents(1_001), due_dates: [date('2025-09-06'), date('2025-10-06')] }),
  ).toEqual([
    { date: '2025-09-06', amount: 501 },
    { date: '2025-10-06', amount: 500 },
  ]);
});
