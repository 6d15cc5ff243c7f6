import { describe, expect, it } from 'vitest';
import { businessMoment } from '#shared/lib/business-time';
import { cancelled, exampleCalendar, extra, makeUpOn, morning } from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import { offeredPlaces, remainingPlace } from './offers.ts';

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

describe('a place of an open offer', () => {
  const days = ['2025-10-04', '2025-10-11', '2025-10-18', '2025-10-25', '2025-11-01'].map(date);
  const offer = { dates: days, price: cents(10_001) };
  const monday = at('2025-09-29T10:00:00Z');
  const without = (...gone: string[]) => days.filter((day) => !gone.includes(day));
  const later = { remedy: { kind: 'later' } } as const;

  it.each([
    ['is as it was made', [], days, 10_001],
    ['loses a cancelled session at its value', [cancelled('2025-10-04')], without('2025-10-04'), 8_000],
    ['loses one without a remedy too', [cancelled('2025-10-11', later)], without('2025-10-11'), 8_001],
    [
      'has a make-up session at the price of the one it replaces',
      [cancelled('2025-10-04', { remedy: makeUpOn('2025-11-08') }), extra('2025-11-08')],
      [...without('2025-10-04'), date('2025-11-08')],
      10_001,
    ],
    [
      'has no make-up session of a session that it does not cover',
      [cancelled('2025-09-27', { remedy: makeUpOn('2025-11-08') }), extra('2025-11-08')],
      days,
      10_001,
    ],
    ['is empty when nothing is left', days.map((day) => cancelled(day)), [], 0],
  ])('%s [WAI-08]', (_, changes, dates, price) => {
    expect(remainingPlace(exampleCalendar(changes), morning, offer, monday)).toEqual({ dates, price });
  });

  it('is for the sessions to come, taken late', () => {
    const late = remainingPlace(exampleCalendar(), morning, offer, at('2025-10-11T08:00:00Z'));
    expect(late).toEqual({ dates: days.slice(2), price: 6_000 });
  });
});
