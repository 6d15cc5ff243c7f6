import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, defaultEndDate, programTiming } from '#shared/lib/calendar';
import type { CalendarDate } from '#shared/lib/values';
import { policies } from '#shared/policies';
import {
  anyProgram,
  dayAfter,
  everyDay,
  exampleProgram,
  exampleWindow,
} from '#shared/testing/session-calendars';
import { cents } from '#shared/testing/values';
import { minPriceWeek, priceOfWeeks, remainingWeeks, savedClassPrice } from './pricing.ts';

/** An independent model: every seventh of the remaining days starts a week. */
const weeksByCounting = (classDays: CalendarDate[], today: CalendarDate) =>
  classDays.filter((day) => day >= today).filter((_, index) => index % 7 === 0).length;

describe('remainingWeeks', () => {
  const agreesOnEveryDay = ({ dates, days }: typeof exampleWindow) => {
    const classDays = everyDay(dates.start_date, dates.end_date);
    for (const today of days) {
      const weeks = weeksByCounting(classDays, today);
      expect(remainingWeeks(dates, today)).toBe(weeks);
      expect(weeks === 0).toBe(programTiming(dates, today) === 'ended');
    }
  };

  it('agrees with the model on every day around the example class [PRC-01, PRC-02, PRC-03]', () => {
    agreesOnEveryDay(exampleWindow);
  });

  it('agrees with the model on every day around any class [PRC-01, PRC-02, PRC-03]', () => {
    fc.assert(fc.property(anyProgram, agreesOnEveryDay), { numRuns: 20 });
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
