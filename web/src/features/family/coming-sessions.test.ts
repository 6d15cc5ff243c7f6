import { describe, expect, it } from 'vitest';
import { type BookingDetails, bookingDetailsSchema } from '#shared/schemas/booking';
import { date } from '#shared/testing/values';
import { comingSessions, sessionsOfWeek } from './coming-sessions.ts';

const userId = '11111111-1111-4111-8111-111111111111';
const created_at = '2025-09-01T10:00:00.000Z';

interface Options {
  readonly child: string;
  readonly dates: readonly [start: string, end: string];
  readonly startTime?: string;
  readonly trialDate?: string;
}

const booking = ({ child, dates, startTime = '09:00', trialDate }: Options): BookingDetails => {
  const [start_date, end_date] = dates;
  const class_id = 'cls_01J00000000000000000000001';
  return bookingDetailsSchema.parse({
    id: 'bkg_01J00000000000000000000001',
    parent_id: userId,
    class_id,
    time_slot_id: 'slt_01J00000000000000000000001',
    child_id: 'chd_01J00000000000000000000001',
    child_name: child,
    child_age: 7,
    is_trial: trialDate !== undefined,
    trial_date: trialDate ?? null,
    amount: 18_000,
    created_at,
    parent: { email: 'pat@example.com', full_name: 'Pat', phone_number: '1' },
    time_slot: {
      id: 'slt_01J00000000000000000000001',
      class_id,
      start_time: startTime,
      end_time: '23:00',
      max_capacity: 8,
      current_bookings: 3,
      class: {
        id: class_id,
        class_type: 'juniorballerz',
        venue: 'Riverside',
        coach_name: 'Sam',
        price: 18_000,
        trial_price: null,
        weekly_rate: 2_000,
        start_date,
        end_date,
        created_by: userId,
        image_url: null,
        created_at,
      },
    },
  });
};

const saturdays = ['2025-09-06', '2025-11-01'] as const;
const sundays = ['2025-09-07', '2025-11-02'] as const;

const nextOf = (today: string, ...bookings: BookingDetails[]) => {
  const [session] = comingSessions(bookings, date(today));
  return session ? `${session.booking.child_name} ${session.date}` : null;
};

describe('the next session of a family', () => {
  it('is the earliest of all bookings', () => {
    const mia = booking({ child: 'Mia', dates: sundays });
    const leo = booking({ child: 'Leo', dates: saturdays });
    expect(nextOf('2025-09-23', mia, leo)).toBe('Leo 2025-09-27');
    expect(nextOf('2025-09-28', mia, leo)).toBe('Mia 2025-09-28');
  });

  it('is the earlier of two on the same day', () => {
    const late = booking({ child: 'Mia', dates: saturdays, startTime: '10:30' });
    const early = booking({ child: 'Leo', dates: saturdays, startTime: '09:00:00' });
    expect(nextOf('2025-09-27', late, early)).toBe('Leo 2025-09-27');
  });

  it('is a trial on its one date only', () => {
    const trial = booking({ child: 'Mia', dates: saturdays, trialDate: '2025-09-27' });
    expect(nextOf('2025-09-27', trial)).toBe('Mia 2025-09-27');
    expect(nextOf('2025-09-28', trial)).toBeNull();
  });

  it('is null after the last session, and without bookings', () => {
    expect(nextOf('2025-11-02', booking({ child: 'Leo', dates: saturdays }))).toBeNull();
    expect(nextOf('2025-09-23')).toBeNull();
  });
});

describe('the week of a family', () => {
  const weekOf = (today: string, ...bookings: BookingDetails[]) =>
    sessionsOfWeek(bookings, date(today)).map((session) => `${session.booking.child_name} ${session.date}`);

  it('has the sessions of seven days in order', () => {
    const mia = booking({ child: 'Mia', dates: sundays });
    const leo = booking({ child: 'Leo', dates: saturdays });
    expect(weekOf('2025-09-27', mia, leo)).toEqual(['Leo 2025-09-27', 'Mia 2025-09-28']);
    expect(weekOf('2025-09-28', mia, leo)).toEqual(['Mia 2025-09-28', 'Leo 2025-10-04']);
  });

  it('has the next session when the seven days have none, and nothing after the last one', () => {
    const trial = booking({ child: 'Mia', dates: saturdays, trialDate: '2025-10-11' });
    expect(weekOf('2025-09-28', trial)).toEqual(['Mia 2025-10-11']);
    expect(weekOf('2025-10-12', trial)).toEqual([]);
  });
});
