import fc from 'fast-check';
import type { TrialSession } from '#shared/booking/booking';
import type { ClassSummary } from '#shared/classes/class';
import { type ManagedClass, managedClassSchema } from '#shared/classes/managed-class';
import { remainingWeeks } from '#shared/classes/pricing';
import type { ProgramDates } from '#shared/lib/calendar';
import { slotIdSchema } from '#shared/lib/ids';
import { type CalendarDate, type Cents, calendarDateSchema, centsSchema } from '#shared/lib/values';
import type { ClassCalendar, Session } from '#shared/sessions/sessions';
import type { SessionChange } from '#shared/sessions/slot';
import { bookingId } from './ledgers.ts';
import { anyDate, cents, date, time } from './values.ts';

type RatedProgram = ProgramDates & Pick<ClassSummary, 'weekly_rate'>;

/** PRC-04, stated a second time. */
const billedWeeks = (weeks: number): number => Math.max(3, weeks);

/** The price of a full programme by the plain weekly rule (PRC-04): the reference for classes without changes (CAL-02). */
const programPrice = (cls: RatedProgram, today: CalendarDate): Cents =>
  centsSchema.parse(billedWeeks(remainingWeeks(cls, today)) * cls.weekly_rate);

/** The price of a booking by the plain weekly rule (PRC-04, PRC-15). */
export const bookingAmount = (cls: RatedProgram, isTrial: boolean, today: CalendarDate): Cents =>
  isTrial ? cls.weekly_rate : programPrice(cls, today);

/**
 * A calendar that only counts day by day, without `Date`: an independent model to test the arithmetic of
 * `shared/sessions`.
 */
const daysIn = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

export const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const write = (year: number, month: number, day: number): CalendarDate =>
  calendarDateSchema.parse([year, month, day].map((part) => String(part).padStart(2, '0')).join('-'));

export const dayAfter = (date: CalendarDate): CalendarDate => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  if (day < daysIn(year, month)) return write(year, month, day + 1);
  return month < 12 ? write(year, month + 1, 1) : write(year + 1, 1, 1);
};

/** All days from one date to another, both included; empty when `to` is earlier. */
export const everyDay = (from: CalendarDate, to: CalendarDate): CalendarDate[] => {
  const days: CalendarDate[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
};

/** The class of the examples in the requirements: Saturdays, 56 days, 9 sessions. */
export const exampleProgram = { start_date: date('2025-09-06'), end_date: date('2025-11-01') };

const daysBefore = 60;
const daysAfter = 10;

/** A class, with all days from 60 before its start to 10 after its end. */
const programIn = (first: CalendarDate, length: number) => {
  const days = [first];
  while (days.length <= daysBefore + length + daysAfter) days.push(dayAfter(days.at(-1) ?? first));
  const [start_date = first, end_date = first] = [days[daysBefore], days[daysBefore + length]];
  return { dates: { start_date, end_date }, days };
};

/** Any class of 1 day to a year, with the days around it. */
export const anyProgram = fc
  .tuple(anyDate, fc.integer({ min: 0, max: 365 }))
  .map(([first, length]) => programIn(first, length));

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

/** The example class with its slots in the morning and at noon, of 45 minutes each. */
export const exampleClass = (overrides: object = {}): ManagedClass => {
  const id = `cls_${'0'.repeat(25)}1`;
  const slot = { class_id: id, max_capacity: 10, current_bookings: 0, calendar_version: 0 };
  return managedClassSchema.parse({
    id,
    class_type: 'juniorballerz',
    coach_name: 'Sam Okafor',
    coach_ids: ['00000000-0000-4000-8000-000000000002'],
    image_url: null,
    venue: 'Riverside Sports Ground',
    venue_details: {
      ...{ id: `ven_${'0'.repeat(26)}`, address: '12 Riverside Road', map_url: null, directions: null },
      ...{ version: 1, changed_at: '2025-09-01T10:00:00.000Z' },
    },
    ...{ price: 18_000, trial_price: null, weekly_rate: 2_000 },
    ...exampleCalendar(),
    ...{ opens_for_current_at: null, opens_at: null },
    created_by: '00000000-0000-4000-8000-000000000001',
    created_at: '2025-09-01T10:00:00.000Z',
    time_slots: [
      { ...slot, ...morning, end_time: '09:45' },
      { ...slot, ...noon, end_time: '12:45' },
    ],
    version: 1,
    deleting: false,
    ...overrides,
  });
};
