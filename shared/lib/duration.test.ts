import { expect, it } from 'vitest';
import { durationText } from './durations.ts';

it.each([
  [30, 'half a minute'],
  [45, '45 seconds'],
  [60, 'a minute'],
  [90, '90 seconds'],
  [1_800, '30 minutes'],
  [3_600, 'an hour'],
  [5_400, '90 minutes'],
  [86_400, '24 hours'],
])('gives %i seconds as "%s"', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
