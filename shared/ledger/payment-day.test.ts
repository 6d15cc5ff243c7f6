import { describe, expect, it } from 'vitest';
import { date } from '#shared/testing/values';
import { paymentDayIssue } from './entry.ts';

describe('paymentDayIssue', () => {
  it.each([
    ['2026-03-05', '2026-03-05', null],
    ['2026-03-04', '2026-03-05', null],
    ['2021-03-05', '2026-03-05', null],
    ['2026-03-06', '2026-03-05', 'This date is in the future'],
    ['2021-03-04', '2026-03-05', 'Use a date of the last 5 years'],
    ['2023-03-01', '2028-02-29', null],
  ])('of a payment on %s that is recorded on %s is %j', (day, today, issue) => {
    expect(paymentDayIssue(date(day), date(today))).toBe(issue);
  });
});
