import { expect, it } from 'vitest';
import { date } from '#shared/testing/values';
import { bookedDatesText } from './booking-card.tsx';

const dates = ['2026-09-19', '2026-09-26', '2026-10-03'].map(date);

it('names the first and the last session of the booking, not those of its class', () => {
  expect(bookedDatesText({ trial_date: null, dates })).toBe('Sep 19, 2026 - Oct 3, 2026');
});

it('names a single session in full, that of a trial too', () => {
  const text = 'Saturday, September 19, 2026';
  expect(bookedDatesText({ trial_date: null, dates: dates.slice(0, 1) })).toBe(text);
  expect(bookedDatesText({ trial_date: date('2026-09-19'), dates: dates.slice(0, 1) })).toBe(text);
});
