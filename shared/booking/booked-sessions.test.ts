import { describe, expect, it } from 'vitest';
import { businessMoment } from '#shared/lib/business-time';
import type { SessionChange } from '#shared/sessions/slot';
import {
  cancelled,
  exampleCalendar,
  extra,
  makeUpOn,
  morning,
  noon,
  trialSessionOn,
} from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import { agreedDates, bookableDates, bookedSessions } from './booked-sessions.ts';

const booking = (...days: string[]) => ({ dates: days.map(date), amount: cents(10_000) });

/** The dates of each of the sessions of a booking, from the agreed one to the present one. */
const datesOf = (changes: readonly SessionChange[], booked: ReturnType<typeof booking>) =>
  bookedSessions(exampleCalendar(changes), morning, booked).map(({ sessions }) =>
    sessions.map((session) => session.date),
  );

describe('bookableDates', () => {
  const changes = [cancelled('2025-10-25', { remedy: makeUpOn('2025-11-05') }), extra('2025-11-05')];
  const bookable = (instant: string, isTrial: boolean) =>
    bookableDates(
      exampleCalendar(changes),
      morning,
      isTrial,
      businessMoment(new Date(instant), 'Europe/London'),
    );

  it.each([
    ['2025-10-11T07:59:59.999Z', ['2025-10-11', '2025-10-18', '2025-11-01', '2025-11-05']],
    ['2025-10-11T08:00:00.000Z', ['2025-10-18', '2025-11-01', '2025-11-05']],
    ['2025-11-01T09:00:00.000Z', ['2025-11-05']],
    ['2025-11-05T09:00:00.000Z', []],
  ])('at %s are the sessions to come that are on: %j', (instant, dates) => {
    expect(bookable(instant, false)).toEqual(dates);
    expect(bookable(instant, true)).toEqual(dates.slice(0, 1));
  });
});

describe('bookedSessions', () => {
  it('are those of the slot in which the booking had them [MOV-03]', () => {
    const moved = {
      ...booking('2025-10-18', '2025-10-25'),
      earlier_slots: { '2025-10-18': morning.id },
    };
    const changes = [
      cancelled('2025-10-18', { slot_id: noon.id }),
      cancelled('2025-10-25', { slot_id: morning.id }),
    ];
    const statesIn = (calendar: readonly SessionChange[]) =>
      bookedSessions(exampleCalendar(calendar), noon, moved).map(({ slot_id, sessions }) => [
        slot_id,
        sessions.at(-1)?.state,
      ]);
    expect(statesIn(changes)).toEqual([
      [morning.id, 'on'],
      [noon.id, 'on'],
    ]);
    expect(statesIn([cancelled('2025-10-18')])).toEqual([
      [morning.id, 'cancelled'],
      [noon.id, 'on'],
    ]);
  });

  it('have that of a kept trial among them, by date and at the trial’s charge [TRI-04]', () => {
    const kept = { ...booking('2025-10-11', '2025-10-25'), trial_session: trialSessionOn('2025-10-18') };
    const remedy = makeUpOn('2025-11-08');
    const calendar = exampleCalendar([cancelled('2025-10-18', { remedy }), extra('2025-11-08')]);
    const sessions = bookedSessions(calendar, morning, kept);
    expect(sessions.map(({ agreed, value, trial }) => [agreed, value, trial?.booking_id])).toEqual([
      ['2025-10-11', 5_000, undefined],
      ['2025-10-18', 2_000, kept.trial_session.booking_id],
      ['2025-10-25', 5_000, undefined],
    ]);
    expect(sessions[1]?.sessions.map((session) => session.date)).toEqual(['2025-10-18', '2025-11-08']);
    expect(agreedDates(kept)).toEqual(['2025-10-11', '2025-10-18', '2025-10-25']);
  });

  it('follows a make-up session that is cancelled to the next make-up date', () => {
    const again = [
      cancelled('2025-10-18', { remedy: makeUpOn('2025-11-08') }),
      cancelled('2025-11-08', { kind: 'extra', remedy: makeUpOn('2025-11-15') }),
      extra('2025-11-15'),
    ];
    expect(datesOf(again, booking('2025-10-18'))).toEqual([['2025-10-18', '2025-11-08', '2025-11-15']]);
    expect(datesOf(again, booking('2025-11-08'))).toEqual([['2025-11-08', '2025-11-15']]);
  });

  it('ends where make-up dates lead back or to no session', () => {
    const circle = [
      cancelled('2025-10-18', { remedy: makeUpOn('2025-10-25') }),
      cancelled('2025-10-25', { remedy: makeUpOn('2025-10-18') }),
      cancelled('2025-11-01', { remedy: makeUpOn('2025-11-08') }),
    ];
    const booked = booking('2025-10-18', '2025-11-01', '2025-11-29');
    expect(datesOf(circle, booked)).toEqual([['2025-10-18', '2025-10-25'], ['2025-11-01'], []]);
  });
});
