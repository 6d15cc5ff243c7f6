import { expect, it } from 'vitest';
import { wallTimeSchema } from '#shared/lib/values';
import { shortTimes } from './cells.tsx';

it.each([
  ['09:00', '09:45'],
  ['09:00:00', '09:45:00'],
])('shows %s to %s without seconds [ADM-40, DAT-08]', (start, end) => {
  const slot = { start_time: wallTimeSchema.parse(start), end_time: wallTimeSchema.parse(end) };
  expect(shortTimes(slot)).toBe('09:00-09:45');
});
