import { expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '#shared/lib/durations';
import { countdownText } from './slot-screen.tsx';

it.each([
  [0, '0:00'],
  [1, '0:01'],
  [59 * secondMs, '0:59'],
  [12 * minuteMs + 7 * secondMs, '12:07'],
  [hourMs, '60:00'],
  [hourMs + 1, '1 hour 1 minute'],
  [5 * hourMs + 20 * minuteMs, '5 hours 20 minutes'],
  [6 * hourMs, '6 hours'],
  [47 * hourMs, '47 hours'],
  [2 * dayMs + minuteMs, '2 days'],
  [3 * dayMs + hourMs, '3 days'],
])('%i ms are shown as %s [TRM-06]', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});
