import { expect, it } from 'vitest';
import { date } from '#shared/testing/values';
import { dateOfBirthIssue } from './children.ts';

it.each([
  ['2025-09-23', '2025-09-23', null],
  ['2025-09-24', '2025-09-23', 'Date of birth cannot be in the future'],
  ['2000-09-23', '2025-09-23', null],
  ['2000-09-22', '2025-09-23', 'Date of birth cannot be more than 25 years ago'],
  ['2004-02-29', '2028-02-29', null],
  ['2003-03-01', '2028-02-29', null],
  ['2003-02-28', '2028-02-29', 'Date of birth cannot be more than 25 years ago'],
])('%s, entered on %s: %s', (dateOfBirth, today, issue) => {
  expect(dateOfBirthIssue(date(dateOfBirth), date(today))).toBe(issue);
});
