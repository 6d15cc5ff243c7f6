import { describe, expect, it } from 'vitest';
import { businessMoment } from '#shared/domain/time/business-time';
import { cancelled, exampleCalendar, morning } from '#shared/testing/session-calendars';
import { cents } from '#shared/testing/values';
import { offeredPlaces } from './offered-places.ts';

/** Nine Saturdays from September 6 to November 1, 2025, at $20.00 a week. */
const cls = (...changes: Parameters<typeof cancelled>[]) => ({
  ...exampleCalendar(changes.map((change) => cancelled(...change))),
  weekly_rate: cents(2_000),
});
const at = (now: string) => businessMoment(new Date(now), 'Europe/London');

describe('the places of an offer', () => {
  it.each([
    ['days before the first session', '2025-09-03T10:00:00+01:00', '2025-09-06', 9, 18_000],
    ['too late to answer for the next session', '2025-09-06T08:30:00+01:00', '2025-09-13', 8, 16_000],
    ['after a session of the same day', '2025-09-06T14:00:00+01:00', '2025-09-13', 8, 16_000],
    ['between two sessions', '2025-09-09T10:00:00+01:00', '2025-09-13', 8, 16_000],
    [
      'with few sessions left, for the fewest billed weeks',
      '2025-10-21T10:00:00+01:00',
      '2025-10-25',
      2,
      6_000,
    ],
  ])('made %s cost what their sessions do [WAI-08]', (_, now, from_session, sessions, price) => {
    const places = offeredPlaces(cls(), morning, at(now));
    expect(places).toMatchObject({ from_session, price });
    expect(places?.dates).toHaveLength(sessions);
    expect(places?.dates[0]).toBe(from_session);
  });

  it('leave out a cancelled session', () => {
    const places = offeredPlaces(cls(['2025-09-13']), morning, at('2025-09-09T10:00:00+01:00'));
    expect(places).toMatchObject({ from_session: '2025-09-20', price: 14_000 });
    expect(places?.dates).toHaveLength(7);
  });

  it('are none shortly before the last session', () => {
    expect(offeredPlaces(cls(), morning, at('2025-11-01T08:00:00+00:00'))).toBeNull();
  });
});
