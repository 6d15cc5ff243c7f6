import { expect, it } from 'vitest';
import { cents, date } from '#shared/testing/values';
import { dueText, laterText } from './payment-link.ts';

const parts = ['2025-09-06', '2025-10-06', '2025-11-06'].map((day) => ({
  date: date(day),
  amount: cents(2_000),
}));

it('says when a charge is due [DUE-01]', () => {
  expect(dueText(parts.slice(0, 1))).toBe('Due on Sep 6, 2025');
  expect(dueText(parts)).toBe(
    'Due in 3 parts: $20.00 on Sep 6, 2025, $20.00 on Oct 6, 2025, and $20.00 on Nov 6, 2025',
  );
});

it('says what is not due yet [DUE-01]', () => {
  expect(laterText([])).toBeNull();
  expect(laterText(parts.slice(0, 1))).toBe('$20.00 will be due on Sep 6, 2025');
  expect(laterText(parts.slice(1))).toBe(
    '$40.00 will be due later: $20.00 on Oct 6, 2025 and $20.00 on Nov 6, 2025',
  );
});
