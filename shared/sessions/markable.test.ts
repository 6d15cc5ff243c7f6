import { expect, it } from 'vitest';
import { date } from '#shared/testing/values';
import { isMarkable } from './sessions.ts';

it.each([
  ['2026-03-28', '2026-03-28', true],
  ['2026-03-28', '2026-03-29', true],
  ['2026-03-28', '2026-03-30', false],
  ['2026-12-31', '2027-01-01', true],
])('a session of %s on %s: %s', (day, today, expected) => {
  expect(isMarkable(date(day), date(today))).toBe(expected);
});
