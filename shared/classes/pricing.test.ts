import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessMoment } from '#shared/lib/business-time';
import { addDays, defaultEndDate, programTiming } from '#shared/lib/calendar';
import { classIdSchema } from '#shared/lib/ids';
import type { CalendarDate } from '#shared/lib/values';
import { policies } from '#shared/policies';
import type { ClassCalendar } from '#shared/sessions/sessions';
import {
  anyCalendar,
  anyProgram,
  cancelled,
  dayAfter,
  everyDay,
  exampleCalendar,
  exampleProgram,
  morning,
  noon,
  sessionsByWalking,
} from '#shared/testing/session-calendars';
import { cents, date, time } from '#shared/testing/values';
import {
  classPrice,
  classWeeks,
  minPriceWeek,
  priceOfWeeks,
  remainingWeeks,
  savedClassPrice,
  sessionValues,
  slotBookingAmount,
  slotDisplayText,
  slotPrice,
  slotWeeks,
  trialPrice,
} from './pricing.ts';

/** An independent model: every seventh of the remaining days starts a week. */
const weeksByCounting = (classDays: CalendarDate[], today: CalendarDate) =>
  classDays.filter((day) => day >= today).filter((_, index) => index % 7 === 0).length;

describe('remainingWeeks', () => {
  it('agrees with the model on every day around any class [PRC-01, PRC-02, PRC-03]', () => {
    fc.assert(
      fc.property(anyProgram, ({ dates, days }) => {
        const classDays = everyDay(dates.start_date, dates.end_date);
        for (const today of days) {
          const weeks = weeksByCounting(classDays, today);
          expect(remainingWeeks(dates, today)).toBe(weeks);
          expect(weeks === 0).toBe(programTiming(dates, today) === 'ended');
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('minPriceWeek', () => {
  it('is the week after which the price of a class of default length stays the same [ADM-21]', () => {
    const { start_date } = exampleProgram;
    const cls = { start_date, end_date: defaultEndDate(start_date), weekly_rate: cents(2_000) };
    const weeklyPrices = Array.from({ length: remainingWeeks(cls, cls.start_date) }, (_, week) =>
      priceOfWeeks(remainingWeeks(cls, addDays(cls.start_date, week * 7)), cls.weekly_rate),
    );
    const drops = weeklyPrices.flatMap((price, week) =>
      week > 0 && price < (weeklyPrices[week - 1] ?? 0) ? [week + 1] : [],
    );
    expect(drops.at(-1)).toBe(minPriceWeek);
    expect(weeklyPrices.at(-1)).toBe(policies.minBilledWeeks * cls.weekly_rate);
  });

  it('gives the numbers of the hint on the class form [ADM-21]', () => {
    expect([minPriceWeek, policies.minBilledWeeks]).toEqual([7, 3]);
  });
});

describe('savedClassPrice', () => {
  it.each([
    [0, 2_000],
    [1, 4_000],
    [7, 4_000],
    [8, 6_000],
    [49, 16_000],
    [50, 18_000],
    [56, 18_000],
    [57, 20_000],
  ])('of %i days at 20.00 is %i cents [PRC-16]', (days, price) => {
    let end_date = exampleProgram.start_date;
    for (let day = 0; day < days; day += 1) end_date = dayAfter(end_date);
    expect(savedClassPrice({ start_date: exampleProgram.start_date, end_date }, cents(2_000))).toBe(price);
  });
});

const slotWith = (places: number, slot = morning) => ({
  ...slot,
  class_id: classIdSchema.parse('cls_01K4F0000000000000000000AA'),
  end_time: time('12:45'),
  max_capacity: 10,
  current_bookings: 10 - places,
  calendar_version: 0,
});

describe('slotWeeks', () => {
  /** The independent model: the words of CAL-05, day by day. */
  const weeksByWalking = (cls: ClassCalendar, days: readonly CalendarDate[], today: CalendarDate): number => {
    const classDays = everyDay(cls.start_date, cls.end_date);
    const sessions = sessionsByWalking(cls, morning, days).filter((session) => session.date >= today);
    const weeks = classDays.filter((day) => day >= today).filter((_, index) => index % 7 === 0).length;
    const skipped = cls.skipped_dates.filter((day) => day >= today).length;
    const off = sessions.filter(({ kind, state }) => kind === 'weekly' && state === 'cancelled').length;
    const extras = sessions.filter(({ kind, state }) => kind === 'extra' && state === 'on').length;
    return weeks - skipped - off + extras;
  };

  it('agrees with walking on every day of any calendar, and bills at least three weeks [CAL-05]', () => {
    fc.assert(
      fc.property(anyCalendar, fc.integer({ min: 0, max: 1_000_000 }), ({ cls, days }, rate) => {
        for (const today of days.filter((_, index) => index % 3 === 0)) {
          const weeks = weeksByWalking(cls, days, today);
          expect(slotWeeks(cls, morning, today)).toBe(weeks);
          const price = slotPrice({ ...cls, weekly_rate: cents(rate) }, morning, today);
          expect(price).toBe(Math.max(3, weeks) * rate);
        }
      }),
      { numRuns: 30 },
    );
  });
});

const exampleClass = { ...exampleCalendar(), weekly_rate: cents(2_000) };

describe('slotPrice', () => {
  it.each([
    [0, 9],
    [1, 8],
    [8, 7],
    [35, 4],
    [36, 3],
    [42, 3],
  ])('on day %i after the start bills %i weeks [PRC-05]', (day, billedWeeks) => {
    const today = everyDay(exampleClass.start_date, exampleClass.end_date)[day] ?? expect.unreachable();
    expect(slotPrice({ ...exampleClass, weekly_rate: cents(1) }, morning, today)).toBe(billedWeeks);
  });

  it.each([
    ['2025-08-01', 9, 18_000],
    ['2025-10-12', 3, 6_000],
    ['2025-10-25', 2, 6_000],
    ['2025-11-01', 1, 6_000],
    ['2025-11-02', 0, 6_000],
  ])('on %s, with %i weeks left at 20.00, is %i cents [PRC-04, PRC-06]', (today, weeks, amount) => {
    expect(slotWeeks(exampleClass, morning, date(today))).toBe(weeks);
    expect(slotPrice(exampleClass, morning, date(today))).toBe(amount);
  });
});

describe('slotBookingAmount', () => {
  it.each(['2025-08-01', '2025-10-26', '2025-11-01'])('a trial costs one session on %s [PRC-15]', (today) => {
    expect(trialPrice(exampleClass)).toBe(2_000);
    expect(slotBookingAmount(exampleClass, morning, true, date(today))).toBe(2_000);
  });

  it('charges the computed price, not the price stored with the class [PRC-17]', () => {
    const withSavedPrices = { ...exampleClass, price: cents(99_900), trial_price: cents(1) };
    expect(slotBookingAmount(withSavedPrices, morning, false, date('2025-09-07'))).toBe(16_000);
    expect(slotBookingAmount(withSavedPrices, morning, true, date('2025-09-07'))).toBe(2_000);
  });
});

it('classWeeks counts the weekly dates that are not skipped, whatever changes a slot has', () => {
  const cls = exampleCalendar([cancelled('2025-10-11')], ['2025-10-18']);
  expect(['2025-08-01', '2025-10-19'].map((today) => classWeeks(cls, date(today)))).toEqual([8, 2]);
});

describe('slotDisplayText', () => {
  it.each([
    ['2025-08-01', '9 weeks remaining'],
    ['2025-09-07', '8 weeks remaining'],
    ['2025-10-25', '2 weeks remaining'],
    ['2025-10-26', '1 week remaining'],
    ['2025-11-01', '1 week remaining'],
    ['2025-11-02', 'Program ended'],
  ])('on %s reads "%s" [PRC-06, PRC-07]', (today, text) => {
    expect(slotDisplayText(exampleCalendar(), morning, date(today))).toBe(text);
  });
});

describe('classPrice', () => {
  const cls = { ...exampleCalendar([cancelled('2025-10-11')]), weekly_rate: cents(2_000) };
  const priceOn = (instant: string, slots: readonly ReturnType<typeof slotWith>[], calendar = cls) =>
    classPrice({ ...calendar, time_slots: slots }, businessMoment(new Date(instant), 'Europe/London'));

  it('is the lowest where slots that can be booked differ', () => {
    const slots = [slotWith(1, noon), slotWith(1)];
    expect(priceOn('2025-09-01T12:00Z', slots)).toEqual({ price: 16_000, isLowest: true, weeks: 8 });
  });

  it.each([
    ['the slot with places', [slotWith(0), slotWith(1, noon)], 18_000, 9],
    ['the slot with places', [slotWith(1), slotWith(0, noon)], 16_000, 8],
    ['the only slot', [slotWith(1)], 16_000, 8],
    ['no slot', [], 18_000, 9],
  ])('is that of %s', (_name, slots, price, weeks) => {
    expect(priceOn('2025-09-01T12:00Z', slots)).toEqual({ price, isLowest: false, weeks });
  });

  it('is the lowest of all slots when every one is full', () => {
    const slots = [slotWith(0), slotWith(0, noon)];
    expect(priceOn('2025-09-01T12:00Z', slots)).toEqual({ price: 16_000, isLowest: true, weeks: 8 });
  });

  it('agrees where fewer weeks than the minimum differ', () => {
    const slots = [slotWith(1), slotWith(1, noon)];
    expect(priceOn('2025-10-05T12:00Z', slots)).toEqual({ price: 6_000, isLowest: true, weeks: 3 });
    const late = { ...cls, session_changes: [cancelled('2025-10-25')] };
    expect(priceOn('2025-10-15T12:00Z', slots, late)).toEqual({ price: 6_000, isLowest: false, weeks: 2 });
  });

  it('leaves out a slot that has no session to come', () => {
    const days = ['2025-10-04', '2025-10-11', '2025-10-18', '2025-10-25', '2025-11-01'];
    const morningIsOver = { ...cls, session_changes: days.map((day) => cancelled(day)) };
    const slots = [slotWith(1), slotWith(1, noon)];
    expect(slotPrice(morningIsOver, morning, date('2025-09-30'))).toBe(6_000);
    expect(priceOn('2025-09-30T12:00Z', slots, morningIsOver)).toEqual({
      price: 10_000,
      isLowest: false,
      weeks: 5,
    });
  });
});

describe('sessionValues', () => {
  it.each([
    [10_000, 3, [3_334, 3_333, 3_333]],
    [6_000, 7, [858, 857, 857, 857, 857, 857, 857]],
    [2_000, 0, []],
  ])('%i cents for %i sessions', (amount, count, values) => {
    expect(sessionValues(cents(amount), count)).toEqual(values);
  });

  it('is the amount in all, with the larger values first and a cent between them at most', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.integer({ min: 1, max: 60 }), (amount, count) => {
        const values = sessionValues(cents(amount), count);
        expect(values).toHaveLength(count);
        expect(values.reduce((total, value) => total + value, 0)).toBe(amount);
        expect(values).toEqual(values.toSorted((one, other) => other - one));
        expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
