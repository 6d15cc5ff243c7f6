import fc from 'fast-check';
import type { ClassCalendar, Session } from '#shared/domain/sessions/sessions';
import type { TrialSession } from '#shared/schemas/booking';
import { slotIdSchema } from '#shared/schemas/ids';
import type { SessionChange } from '#shared/schemas/session';
import type { CalendarDate } from '#shared/schemas/values';
import { bookingId } from './ledger-samples.ts';
import { exampleProgram, programIn } from './programs.ts';
import { everyDay } from './slow-calendar.ts';
import { anyDate, cents, date, time } from './values.ts';

/** Two slots of a class. */
export const [morning, noon] = [
  { id: slotIdSchema.parse('slt_01K4F0000000000000000000AA'), start_time: time('09:00') },
  { id: slotIdSchema.parse('slt_01K4F0000000000000000000BB'), start_time: time('12:00') },
] as const;

type Cancellation = Extract<SessionChange, { state: 'cancelled' }>;

/** A weekly session of the morning that is cancelled for weather with a credit, unless told otherwise. */
export const cancelled = (
  day: string,
  overrides: Partial<Omit<Cancellation, 'date' | 'state'>> = {},
): Cancellation => ({
  slot_id: morning.id,
  date: date(day),
  kind: 'weekly',
  state: 'cancelled',
  reason: 'weather',
  remedy: { kind: 'credit' },
  calendar_version: 1,
  ...overrides,
});

/** An extra session of the morning, unless told otherwise. */
export const extra = (day: string, slot = morning): SessionChange => ({
  slot_id: slot.id,
  date: date(day),
  kind: 'extra',
  state: 'on',
});

export const makeUpOn = (day: string) => ({ kind: 'make-up', date: date(day) }) as const;

/** The session of a trial that was kept; it cost $20.00. */
export const trialSessionOn = (day: string): TrialSession => ({
  booking_id: bookingId(1),
  date: date(day),
  amount: cents(2_000),
  calendar_version: 0,
});

/** The example class, Saturdays from 2025-09-06 to 2025-11-01, with these changes and skipped dates. */
export const exampleCalendar = (
  session_changes: readonly SessionChange[] = [],
  skipped: readonly string[] = [],
): ClassCalendar => ({ ...exampleProgram, skipped_dates: skipped.map(date), session_changes });

const anyChangeOn = (day: CalendarDate): fc.Arbitrary<SessionChange> =>
  fc
    .tuple(
      fc.constantFrom(morning.id, noon.id),
      fc.constantFrom('weekly', 'extra', 'on'),
      fc.constantFrom('weather', 'coach', 'pitch', 'other'),
    )
    .map(([slot_id, kind, reason]) =>
      kind === 'on'
        ? { slot_id, date: day, kind: 'extra', state: 'on' }
        : {
            slot_id,
            date: day,
            kind,
            state: 'cancelled',
            reason,
            remedy: { kind: 'later' },
            calendar_version: 1,
          },
    );

/**
 * Classes of 1 day to 12 weeks with skipped dates and with changes on any day of their window, also on days on which
 * a change has no effect, each with the days of its window.
 */
export const anyCalendar = fc
  .tuple(anyDate, fc.integer({ min: 0, max: 84 }))
  .map(([first, length]) => programIn(first, length))
  .chain(({ dates, days }) => {
    const weekly = everyDay(dates.start_date, dates.end_date).filter((_, index) => index % 7 === 0);
    const changes = fc
      .subarray([...days, ...weekly, ...weekly], { maxLength: 12 })
      .chain((changed) => fc.tuple(...changed.map(anyChangeOn)))
      .map((all) => [...new Map(all.map((change) => [`${change.slot_id} ${change.date}`, change])).values()]);
    return fc
      .record({ skipped_dates: fc.subarray(weekly), session_changes: changes })
      .map((calendar) => ({ cls: { ...dates, ...calendar }, days }));
  });

/** The independent model of a slot's sessions: looks at each day of a window by itself. */
export const sessionsByWalking = (
  cls: ClassCalendar,
  slot: { readonly id: string },
  days: readonly CalendarDate[],
): Session[] => {
  const classDays = everyDay(cls.start_date, cls.end_date);
  return days.flatMap((day): Session[] => {
    const isWeekly = classDays.indexOf(day) % 7 === 0 && !cls.skipped_dates.includes(day);
    const change = cls.session_changes.find(({ slot_id, date: on }) => slot_id === slot.id && on === day);
    if (!isWeekly && change?.kind !== 'extra') return [];
    const kind = isWeekly ? 'weekly' : 'extra';
    if (change?.state !== 'cancelled') return [{ date: day, kind, state: 'on' }];
    return [{ date: day, kind, state: 'cancelled', reason: change.reason }];
  });
};
