import { describe, expect, it } from 'vitest';
import { sampleBooking, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { businessMoment } from '#shared/lib/business-time';
import { sessionDatesFrom } from '#shared/lib/calendar';
import { slotIdSchema } from '#shared/lib/ids';
import type { SessionChange } from '#shared/sessions/slot';
import { cancelled, extra, makeUpOn, trialSessionOn } from '#shared/testing/session-calendars';
import { date, time } from '#shared/testing/values';
import { comingSessions, laterThisWeek, nextSessions, type ShownBooking } from './next-session.ts';

const slotId = slotIdSchema.parse('slt_01J00000000000000000000001');

interface Options {
  readonly child: string;
  readonly dates: readonly [start: string, end: string];
  readonly startTime?: string;
  readonly trialDate?: string;
  readonly session_changes?: readonly SessionChange[];
}

const booking = ({
  child,
  dates: [start, end],
  startTime = '09:00',
  trialDate,
  session_changes = [],
}: Options): ShownBooking => {
  const program = { start_date: date(start), end_date: date(end) };
  const cls = sampleClass({ overrides: { ...program, session_changes: [...session_changes] } });
  const trial_date = trialDate === undefined ? null : date(trialDate);
  const family = sampleFamily();
  const booked = sampleBooking(cls, family, {
    time_slot_id: slotId,
    child_name: child,
    is_trial: trial_date !== null,
    trial_date,
    dates: trial_date ? [trial_date] : sessionDatesFrom(program, program.start_date),
  });
  const slot = { id: slotId, class_id: cls.id, start_time: time(startTime), end_time: time('23:00') };
  return { ...booked, time_slot: { ...slot, class: cls }, parent: family.profile, earlier_times: [] };
};

const saturdays = ['2025-09-06', '2025-11-01'] as const;
const sundays = ['2025-09-07', '2025-11-02'] as const;

const at = (instant: string) => businessMoment(new Date(instant), 'Europe/London');

const nextOf = (instant: string, ...bookings: ShownBooking[]) => {
  const { next, cancelled } = nextSessions(bookings, at(instant));
  return {
    next: next && `${next.booking.child_name} ${next.session.date}`,
    cancelled: cancelled.map(({ booking: { child_name }, session }) => `${child_name} ${session.date}`),
  };
};

const only = (next: string | null) => ({ next, cancelled: [] });

describe('the next session of a family', () => {
  it('is the earliest of all bookings', () => {
    const mia = booking({ child: 'Mia', dates: sundays });
    const leo = booking({ child: 'Leo', dates: saturdays });
    expect(nextOf('2025-09-23T10:00Z', mia, leo)).toEqual(only('Leo 2025-09-27'));
    expect(nextOf('2025-09-27T10:00Z', mia, leo)).toEqual(only('Mia 2025-09-28'));
  });

  it('is the earlier of two on the same day', () => {
    const late = booking({ child: 'Mia', dates: saturdays, startTime: '10:30' });
    const early = booking({ child: 'Leo', dates: saturdays, startTime: '09:00:00' });
    expect(nextOf('2025-09-27T07:00Z', late, early)).toEqual(only('Leo 2025-09-27'));
  });

  it('is one of today until it begins [CAL-07]', () => {
    const leo = booking({ child: 'Leo', dates: saturdays });
    expect(nextOf('2025-09-27T07:59:59Z', leo)).toEqual(only('Leo 2025-09-27'));
    expect(nextOf('2025-09-27T08:00:00Z', leo)).toEqual(only('Leo 2025-10-04'));
  });

  it('is at the time of its own slot where the booking moved and it stayed [MOV-03, CAN-11]', () => {
    const leo = booking({ child: 'Leo', dates: saturdays, startTime: '12:00' });
    const id = slotIdSchema.parse('slt_01J00000000000000000000002');
    const nine = { id, start_time: time('09:00'), end_time: time('09:45') };
    const moved = { ...leo, earlier_slots: { '2025-09-27': id }, earlier_times: [nine] };
    const nextAt = (instant: string) => {
      const { next } = nextSessions([moved], at(instant));
      return next && `${next.session.date} ${next.slot.start_time}`;
    };
    expect(nextAt('2025-09-27T07:59:59Z')).toBe('2025-09-27 09:00');
    expect(nextAt('2025-09-27T08:00:00Z')).toBe('2025-10-04 12:00');
  });

  it('is that of a trial whose place was kept before it', () => {
    const mia = booking({ child: 'Mia', dates: saturdays });
    const [first = expect.unreachable(), ...dates] = mia.dates;
    const kept = { ...mia, dates, trial_session: trialSessionOn(first) };
    expect(nextOf('2025-09-06T07:59Z', kept)).toEqual(only('Mia 2025-09-06'));
    expect(nextOf('2025-09-06T08:00Z', kept)).toEqual(only('Mia 2025-09-13'));
  });

  it('is a trial on its one date only', () => {
    const trial = booking({ child: 'Mia', dates: saturdays, trialDate: '2025-09-27' });
    expect(nextOf('2025-09-27T07:00Z', trial)).toEqual(only('Mia 2025-09-27'));
    expect(nextOf('2025-09-28T07:00Z', trial)).toEqual(only(null));
  });

  it('is null after the last session, and without bookings', () => {
    expect(nextOf('2025-11-02T07:00Z', booking({ child: 'Leo', dates: saturdays }))).toEqual(only(null));
    expect(nextOf('2025-09-23T07:00Z')).toEqual(only(null));
  });

  it('comes after the cancelled ones, which are named until their day is over [CAN-13]', () => {
    const session_changes = [cancelled('2025-09-27', { slot_id: slotId })];
    const leo = booking({ child: 'Leo', dates: saturdays, session_changes });
    const expected = { next: 'Leo 2025-10-04', cancelled: ['Leo 2025-09-27'] };
    expect(nextOf('2025-09-23T07:00Z', leo)).toEqual(expected);
    expect(nextOf('2025-09-27T20:00Z', leo)).toEqual(expected);
    expect(nextOf('2025-09-28T07:00Z', leo)).toEqual(only('Leo 2025-10-04'));
  });

  it('comes after the cancelled one that a trial was moved from [CAN-08, CAN-13]', () => {
    const session_changes = [cancelled('2025-09-27', { slot_id: slotId })];
    const trial = booking({ child: 'Mia', dates: saturdays, trialDate: '2025-10-04', session_changes });
    const moved = { ...trial, moved_from_date: date('2025-09-27') };
    expect(nextOf('2025-09-23T07:00Z', moved)).toEqual({
      next: 'Mia 2025-10-04',
      cancelled: ['Mia 2025-09-27'],
    });
    const broughtBack = booking({ child: 'Mia', dates: saturdays, trialDate: '2025-10-04' });
    expect(nextOf('2025-09-23T07:00Z', { ...broughtBack, moved_from_date: date('2025-09-27') })).toEqual(
      only('Mia 2025-10-04'),
    );
  });

  it('is the make-up session of who had the cancelled one', () => {
    const slot_id = slotId;
    const session_changes = [
      cancelled('2025-11-01', { slot_id, remedy: makeUpOn('2025-11-08') }),
      { ...extra('2025-11-08'), slot_id },
    ];
    const leo = booking({ child: 'Leo', dates: saturdays, session_changes });
    const trial = booking({ child: 'Mia', dates: saturdays, trialDate: '2025-10-25', session_changes });
    expect(nextOf('2025-11-02T07:00Z', leo, trial)).toEqual(only('Leo 2025-11-08'));
  });
});

describe('the week of a family', () => {
  const namesOf = (sessions: ReturnType<typeof comingSessions>) =>
    sessions.map((coming) => `${coming.booking.child_name} ${coming.session.date}`);
  const mia = booking({ child: 'Mia', dates: sundays });
  const leo = booking({ child: 'Leo', dates: saturdays });

  it('goes on after the next session, up to seven days from today, in order', () => {
    expect(namesOf(laterThisWeek([mia, leo], at('2025-09-27T05:00:00Z')))).toEqual(['Mia 2025-09-28']);
    expect(namesOf(laterThisWeek([mia, leo], at('2025-09-28T05:00:00Z')))).toEqual(['Leo 2025-10-04']);
    expect(namesOf(laterThisWeek([mia], at('2025-09-29T05:00:00Z')))).toEqual([]);
  });

  it('has every session to come of all bookings', () => {
    expect(namesOf(comingSessions([mia, leo], at('2025-10-31T05:00:00Z')))).toEqual([
      'Leo 2025-11-01',
      'Mia 2025-11-02',
    ]);
  });
});
