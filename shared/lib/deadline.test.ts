import { describe, expect, it } from 'vitest';
import { instant } from '#shared/testing/values';
import { businessMoment } from './business-time.ts';
import { formatDeadline } from './calendar.ts';

const read = (deadline: string, now: string, zone = 'Europe/London') =>
  formatDeadline(instant(deadline), businessMoment(new Date(now), zone));

describe('formatDeadline', () => {
  it.each([
    ['2025-09-04T08:00:00.000Z', 'Thu, 9:00 AM'],
    ['2025-09-04T12:30:00.000Z', 'Thu, 1:30 PM'],
    ['2025-09-04T23:00:00.000Z', 'Fri, 12:00 AM'],
    ['2025-09-05T11:00:00.000Z', 'Fri, 12:00 PM'],
  ])('%s reads "%s" in business time', (deadline, text) => {
    expect(read(deadline, '2025-09-03T10:00:00.000Z')).toBe(text);
  });

  it.each([
    ['today', '2025-09-04T07:00:00.000Z', 'Thu, 9:00 AM'],
    ['six days ahead', '2025-08-29T22:59:59.999Z', 'Thu, 9:00 AM'],
    ['a week ahead', '2025-08-28T22:59:59.999Z', 'Thu, 9:00 AM (Sep 4, 2025)'],
    ['months ahead', '2025-01-01T00:00:00.000Z', 'Thu, 9:00 AM (Sep 4, 2025)'],
  ])('names the date unless the coming week is meant: %s', (_, now, text) => {
    expect(read('2025-09-04T08:00:00.000Z', now)).toBe(text);
  });

  it.each([
    ['America/Los_Angeles', 'Thu, 1:00 AM'],
    ['Pacific/Auckland', 'Thu, 8:00 PM'],
    ['Asia/Kathmandu', 'Thu, 1:45 PM'],
  ])('is in the zone of the business: %s gives %s', (zone, text) => {
    expect(read('2025-09-04T08:00:00.000Z', '2025-09-03T10:00:00.000Z', zone)).toBe(text);
  });
});

it.each([
  ['2026-11-01T05:30:00.000Z', 'America/New_York', 'Sun, 1:30 AM EDT'],
  ['2026-11-01T04:59:59.000Z', 'America/New_York', 'Sun, 12:59 AM'],
  ['2026-11-01T06:59:59.000Z', 'America/New_York', 'Sun, 1:59 AM EST'],
  ['2026-11-01T07:00:00.000Z', 'America/New_York', 'Sun, 2:00 AM'],
])('names the zone of a time that clocks show twice: %s in %s is "%s" [TRM-11]', (deadline, zone, text) => {
  expect(read(deadline, deadline, zone)).toBe(text);
});
