import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClassSchema } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { addDays, mondayOf } from '#shared/lib/calendar';
import { classIdSchema } from '#shared/lib/ids';
import { weeklyDates } from '#shared/sessions/sessions';
import { type TermPlan, termPlanSchema } from '#shared/terms/term-plan';
import { exampleClass } from '#shared/testing/session-calendars';
import { anyDate, cents, date } from '#shared/testing/values';
import { planClass, stayAnswer } from './term-plan.ts';

/** Nine Saturdays from Sep 6 to Nov 1, 2025, at $20.00, with two slots. */
const managed = (overrides: Partial<ManagedClass> = {}): ManagedClass => ({
  ...exampleClass(),
  ...overrides,
});
const otherId = classIdSchema.parse(`cls_${'0'.repeat(25)}2`);

const plan = (overrides: object = {}): TermPlan =>
  termPlanSchema.parse({
    first_week: '2025-11-03',
    weeks: 6,
    skipped_dates: [],
    price_change: { by: 'nothing' },
    ...overrides,
  });

describe('a planned class', () => {
  it('has the programme, venue, coach, weekday, slots and places of the class before [TRM-02]', () => {
    const cls = managed({ skipped_dates: [date('2025-10-25')] });
    const { form } = planClass(cls, plan(), []);
    expect(form).toEqual({
      class_type: cls.class_type,
      venue_id: cls.venue_details.id,
      coach_name: cls.coach_name,
      coach_ids: cls.coach_ids,
      weekly_rate: 2_000,
      start_date: '2025-11-08',
      end_date: '2025-12-13',
      skipped_dates: [],
      image_url: null,
      opens_for_current_at: null,
      opens_at: null,
      time_slots: [
        { start_time: '09:00', end_time: '09:45', max_capacity: 10 },
        { start_time: '12:00', end_time: '12:45', max_capacity: 10 },
      ],
    });
    expect(createClassSchema.parse(form)).toEqual(form);
  });

  it('skips the dates on which it would meet, and no others [TRM-02]', () => {
    const skipped_dates = ['2025-11-15', '2025-11-16', '2025-12-20'];
    expect(planClass(managed(), plan({ skipped_dates }), []).form?.skipped_dates).toEqual(['2025-11-15']);
  });

  it.each([
    [{ by: 'nothing' }, 1_250, 1_250],
    [{ by: 'percent', percent: 5 }, 1_250, 1_313],
    [{ by: 'percent', percent: -5 }, 1_250, 1_188],
    [{ by: 'percent', percent: 3 }, 1_010, 1_040],
    [{ by: 'percent', percent: 100 }, 1, 2],
    [{ by: 'amount', amount: 150 }, 1_250, 1_400],
    [{ by: 'amount', amount: -1_249 }, 1_250, 1],
  ])('with a change of %j costs, after %i cents a week, %i [TRM-02]', (price_change, before, after) => {
    const cls = managed({ weekly_rate: cents(before) });
    expect(planClass(cls, plan({ price_change }), []).form?.weekly_rate).toBe(after);
  });

  const planned_from = (class_id: ManagedClass['id'], first_week: string) => ({
    planned_from: { class_id, first_week: date(first_week) },
  });

  it.each([
    ['its dates overlap', {}, { first_week: '2025-10-27' }, 'still-meets'],
    ['every date is skipped', {}, { weeks: 1, skipped_dates: ['2025-11-08'] }, 'no-session'],
    ['it has no slot', { time_slots: [] }, {}, 'no-slot'],
    ['it would cost nothing', {}, { price_change: { by: 'percent', percent: -100 } }, 'rate'],
    ['it would cost less', {}, { price_change: { by: 'amount', amount: -2_000 } }, 'rate'],
    ['it would cost too much', {}, { price_change: { by: 'amount', amount: 1_000_000 } }, 'rate'],
  ])('is not made where %s [TRM-02]', (_, overrides, changes, left) => {
    expect(planClass(managed(overrides), plan(changes), [])).toEqual({ left });
  });

  it('is not made twice from a class for a week [TRM-02]', () => {
    const cls = managed();
    expect(planClass(cls, plan(), [planned_from(cls.id, '2025-11-03')])).toEqual({ left: 'planned' });
    const others = [planned_from(cls.id, '2025-11-10'), planned_from(otherId, '2025-11-03'), {}];
    expect(planClass(cls, plan(), others).form).toBeDefined();
  });

  const anyPlan = fc.record({
    first_week: anyDate.map(mondayOf).filter((monday) => monday > '1950-01-07'),
    weeks: fc.integer({ min: 1, max: 20 }),
    percent: fc.integer({ min: -90, max: 100 }),
    gap: fc.integer({ min: 1, max: 30 }),
    days: fc.integer({ min: 0, max: 80 }),
  });

  it('meets on the weekday of before, within the weeks, at the same wall time in both halves of a year [TRM-02]', () => {
    fc.assert(
      fc.property(anyPlan, ({ first_week, weeks, percent, gap, days }) => {
        const end_date = addDays(first_week, -gap);
        const cls = managed({ start_date: addDays(end_date, -days), end_date });
        const change = percent === 0 ? { by: 'nothing' } : { by: 'percent', percent };
        const { form } = planClass(cls, plan({ first_week, weeks, price_change: change }), []);
        if (!form) throw new Error('A form is expected');
        expect(createClassSchema.parse(form)).toEqual(form);
        const dates = weeklyDates(form);
        expect(dates).toHaveLength(weeks);
        expect(mondayOf(form.start_date)).toBe(first_week);
        const weekday = (day: string) => new Date(day).getUTCDay();
        for (const day of dates) expect(weekday(day)).toBe(weekday(cls.start_date));
        expect(Math.abs(form.weekly_rate - (cls.weekly_rate * (100 + percent)) / 100)).toBeLessThanOrEqual(
          0.5,
        );
      }),
    );
  });
});

it.each([
  { first_week: '2025-11-04' },
  { weeks: 0 },
  { weeks: 53 },
  { price_change: { by: 'percent', percent: 0 } },
])('a plan with %j is refused [TRM-02]', (wrong) => {
  expect(termPlanSchema.safeParse({ ...plan(), ...wrong }).success).toBe(false);
});

const facts = { state: 'open', isBooked: true, hasPlace: false, isAgedOut: false } as const;

it.each([
  ['no-answer', {}],
  ['no-answer', { state: 'expired' }],
  ['kept', { state: 'taken', hasPlace: true }],
  ['kept', { state: 'declined', hasPlace: true }],
  ['kept', { state: 'taken', hasPlace: true, isBooked: false, isAgedOut: true }],
  ['left', { state: 'taken' }],
  ['left', { isBooked: false }],
  ['left', { state: 'declined', isBooked: false, isAgedOut: true }],
  ['aged-out', { isAgedOut: true }],
  ['aged-out', { state: undefined, isAgedOut: true }],
  ['declined', { state: 'declined' }],
  ['declined', { state: 'withdrawn' }],
  ['no-room', { state: undefined }],
  ['no-room', { state: undefined, hasPlace: true }],
  ['kept', { state: undefined, hasPlace: true, hasNextPlace: true }],
  ['kept', { state: undefined, isBooked: false, hasPlace: true, hasNextPlace: true }],
  ['left', { state: undefined, isBooked: false }],
] as const)('a child is %s where %j [TRM-10]', (answer, known) => {
  expect(stayAnswer({ ...facts, ...known })).toBe(answer);
});
