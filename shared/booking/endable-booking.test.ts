import { describe, expect, it } from 'vitest';
import {
  cancelled,
  exampleCalendar,
  makeUpOn,
  morning,
  noon,
  trialSessionOn,
} from '#shared/testing/session-calendars';
import { cents, date, instant } from '#shared/testing/values';
import {
  type Ending,
  type EndingFacts,
  endableBooking,
  quoteEnding,
  sessionsLeftValue,
  upgradedTrial,
} from './endings.ts';

const zone = 'Europe/London';

/** A programme of two sessions, kept after a trial whose session is on Saturday, 2025-09-27, at 9:00 AM. */
const kept: EndingFacts = {
  time_slot_id: morning.id,
  dates: [date('2025-10-04'), date('2025-10-11')],
  amount: cents(6_000),
  is_trial: false,
  created_at: instant('2025-09-23T10:00:00.000Z'),
  credited: cents(0),
  credited_dates: new Set(),
  trial_session: trialSessionOn('2025-09-27'),
};
const parts = (booking: EndingFacts, cls = exampleCalendar()) => ({
  booking,
  cls,
  slot: morning,
  earlier_slots: [],
});
const before = instant('2025-09-24T10:00:00.000Z');

describe('a programme whose trial has its session to come', () => {
  it.each<[Ending, number]>([
    [{ reason: 'cancelled' }, 6_000],
    [{ reason: 'moved' }, 6_000],
    [{ reason: 'class-deleted' }, 6_000],
    [{ reason: 'removed', credit: 'charge' }, 6_000],
  ])('is credited as the upgrade alone: %j [END-05]', (ending, credit) => {
    const endable = endableBooking(parts(kept), zone);
    expect(quoteEnding(endable, ending, before).credit).toBe(credit);
  });

  it('can be ended free of charge until 48 hours before the first session of the upgrade [END-05]', () => {
    const endable = endableBooking(parts(kept), zone);
    expect(quoteEnding(endable, { reason: 'cancelled' }, instant('2025-10-02T08:00:00.000Z')).credit).toBe(
      6_000,
    );
    expect(quoteEnding(endable, { reason: 'cancelled' }, instant('2025-10-02T08:00:00.001Z')).credit).toBe(0);
  });
});

describe('the trial that a booking kept', () => {
  const later = { remedy: { kind: 'later' } } as const;
  const { date: day } = trialSessionOn('2025-09-27');

  it.each([
    ['before its session', exampleCalendar(), [], before, 2_000],
    ['when its session has begun', exampleCalendar(), [], instant('2025-09-27T08:00:00.000Z'), 0],
    ['once it is credited', exampleCalendar([cancelled(day)]), [day], before, 0],
    [
      'cancelled without a remedy',
      exampleCalendar([cancelled(day, later)]),
      [],
      instant('2025-10-01T08:00:00.000Z'),
      2_000,
    ],
  ])('has its charge left: %s [TRI-04]', (_, calendar, credited, now, left) => {
    const trial = upgradedTrial(parts({ ...kept, credited_dates: new Set(credited) }, calendar), zone);
    expect(trial && sessionsLeftValue(trial, now)).toBe(left);
  });

  it('has it left until the make-up begins', () => {
    const calendar = exampleCalendar([
      cancelled(day, { remedy: makeUpOn('2025-11-08') }),
      { slot_id: morning.id, date: date('2025-11-08'), kind: 'extra', state: 'on' },
    ]);
    const trial = upgradedTrial(parts(kept, calendar), zone);
    expect(trial && sessionsLeftValue(trial, instant('2025-11-08T08:59:59.999Z'))).toBe(2_000);
    expect(trial && sessionsLeftValue(trial, instant('2025-11-08T09:00:00.000Z'))).toBe(0);
  });

  it('is none of a booking that kept none', () => {
    expect(upgradedTrial(parts({ ...kept, trial_session: undefined }), zone)).toBeUndefined();
  });
});

describe('a booking that moved from a slot in which it has a session', () => {
  /** Booked in the morning; the session of Saturday was credited, and brought back after the move to noon. */
  const moved: EndingFacts = {
    ...kept,
    time_slot_id: noon.id,
    dates: [date('2025-09-27'), date('2025-10-04'), date('2025-10-11')],
    earlier_slots: { '2025-09-27': morning.id },
    trial_session: undefined,
  };
  const leftAt = (text: string, earlier_slots: (typeof morning)[]) => {
    const endable = endableBooking(
      { booking: moved, cls: exampleCalendar(), slot: noon, earlier_slots },
      zone,
    );
    return sessionsLeftValue(endable, instant(text));
  };

  it('has that session left until it begins at the time of its own slot [MOV-03]', () => {
    expect(leftAt('2025-09-27T07:59:59.999Z', [morning])).toBe(6_000);
    expect(leftAt('2025-09-27T08:00:00.000Z', [morning])).toBe(4_000);
  });

  it('has it left until its day where its slot was removed', () => {
    expect(leftAt('2025-09-26T22:59:59.999Z', [])).toBe(6_000);
    expect(leftAt('2025-09-26T23:00:00.000Z', [])).toBe(4_000);
  });
});

describe('a change by the school opens the free end again', () => {
  const own: EndingFacts = {
    ...kept,
    trial_session: undefined,
    dates: [date('2025-09-27'), date('2025-10-04')],
  };
  const changedUntil = (booking: EndingFacts, moved_at?: string, cls = exampleCalendar()) =>
    endableBooking(
      {
        booking,
        cls,
        slot: { ...morning, ...(moved_at !== undefined && { moved_at: instant(moved_at) }) },
        earlier_slots: [],
      },
      zone,
    ).terms.changedUntil;
  const afterBooking = '2025-09-29T10:00:00.000Z';
  const nextStart = '2025-10-04T08:00:00.000Z';

  it.each<[string, EndingFacts, string | undefined, string | null]>([
    ['nothing has changed', own, undefined, null],
    ['its time changed after it was booked', own, afterBooking, nextStart],
    ['its time changed before it was booked', own, '2025-09-23T09:59:59.999Z', null],
    [
      'it is a trial that was moved',
      { ...own, moved_by: '2025-09-20#1' },
      undefined,
      '2025-09-27T08:00:00.000Z',
    ],
    ['the later of two counts', { ...own, moved_by: '2025-09-20#1' }, afterBooking, nextStart],
  ])('%s [END-05]', (_, booking, moved_at, until) => {
    expect(changedUntil(booking, moved_at)).toBe(until);
  });

  it('until the start of the first session that is on [END-05, CAL-11]', () => {
    const calendar = exampleCalendar([cancelled('2025-10-04')]);
    const later = { ...own, dates: [...own.dates, date('2025-10-11')] };
    expect(changedUntil(later, afterBooking, calendar)).toBe('2025-10-11T08:00:00.000Z');
  });

  it('and a move of the family keeps its own deadline [END-05]', () => {
    const { terms } = endableBooking(
      parts({ ...own, kept_until: instant('2025-09-20T10:00:00.000Z') }),
      zone,
    );
    expect(terms.agreedUntil).toBe('2025-09-20T10:00:00.000Z');
  });
});
