import { expect, it } from 'vitest';
import { hoursText } from './text.ts';

it('gives the number of hours in words', () => {
  expect(hoursText(1)).toBe('1 hour');
  expect(hoursText(1, 'one hour')).toBe('one hour');
  expect(hoursText(24, 'one hour')).toBe('24 hours');
});
