import { expect, it } from 'vitest';
import { cents, date } from '#shared/testing/values';
import { bookedDatesText, creditText } from './booking-card.tsx';

const dates = ['2026-09-19', '2026-09-26', '2026-10-03'].map(date);

it('names the first and the last session of the booking, not those of its class', () => {
  expect(bookedDatesText({ trial_date: null, dates })).toBe('Sep 19, 2026 - Oct 3, 2026');
});

it('names a single session in full, that of a trial too', () => {
  const text = 'Saturday, September 19, 2026';
  expect(bookedDatesText({ trial_date: null, dates: dates.slice(0, 1) })).toBe(text);
  expect(bookedDatesText({ trial_date: date('2026-09-19'), dates: dates.slice(0, 1) })).toBe(text);
});

it.each([
  [5_000, 0, 'Credited: $50.00'],
  [0, 5_000, 'Cancelled late: the school decides about a credit'],
  [0, 0, 'Nothing was credited'],
])('says of an ended booking with %i credited and %i suggested: %s', (credited, suggested, text) => {
  expect(creditText({ credited: cents(credited), ended: { suggested: cents(suggested) } })).toBe(text);
});
