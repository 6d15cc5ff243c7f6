import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyProgram, everyDay, exampleProgram, exampleWindow } from '#shared/testing/session-calendars';
import { anyDate, date } from '#shared/testing/values';
import { defaultEndDate, type ProgramDates, programTiming, sessionDatesFrom } from './calendar.ts';

/** The independent model: walk the class day by day and keep every seventh. */
const sessionsByWalking = ({ start_date, end_date }: ProgramDates) =>
  everyDay(start_date, end_date).filter((_, index) => index % 7 === 0);

const exampleSessions = [
  '2025-09-06',
  '2025-09-13',
  '2025-09-20',
  '2025-09-27',
  '2025-10-04',
  '2025-10-11',
  '2025-10-18',
  '2025-10-25',
  '2025-11-01',
];

it('uses a window that contains the example class', () => {
  expect(exampleWindow.dates).toEqual(exampleProgram);
  expect([exampleWindow.days.at(0), exampleWindow.days.at(-1)]).toEqual(['2025-07-08', '2025-11-11']);
});

describe('programTiming', () => {
  it.each([
    ['2025-09-05', 'not-started'],
    ['2025-09-06', 'in-progress'],
    ['2025-10-01', 'in-progress'],
    ['2025-11-01', 'in-progress'],
    ['2025-11-02', 'ended'],
  ])('on %s the example class is %s [PRC-08]', (today, timing) => {
    expect(programTiming(exampleProgram, date(today))).toBe(timing);
  });

  it('has a class of one day in progress on that day only [PRC-08]', () => {
    const oneDay = { start_date: date('2028-02-29'), end_date: date('2028-02-29') };
    const timings = ['2028-02-28', '2028-02-29', '2028-03-01'].map((day) => programTiming(oneDay, date(day)));
    expect(timings).toEqual(['not-started', 'in-progress', 'ended']);
  });
});

describe('sessionDatesFrom', () => {
  it('lists every session when the class has not started [PRC-13]', () => {
    expect(sessionDatesFrom(exampleProgram, date('2025-08-01'))).toEqual(exampleSessions);
  });
});

describe('compared with a day-by-day model', () => {
  const agreesOnEveryDay = ({ dates, days }: typeof exampleWindow) => {
    const sessions = sessionsByWalking(dates);
    for (const today of days) {
      const toCome = sessions.filter((session) => session >= today);
      expect(sessionDatesFrom(dates, today)).toEqual(toCome);
    }
  };

  it('every day of any class agrees [PRC-13]', () => {
    fc.assert(fc.property(anyProgram, agreesOnEveryDay), { numRuns: 25 });
  });
});

describe('defaultEndDate', () => {
  it.each([
    ['2025-09-06', '2025-11-01'],
    ['2028-01-05', '2028-03-01'],
    ['2026-11-30', '2027-01-25'],
  ])('of %s is %s [PRC-18] [ADM-22]', (start, end) => {
    expect(defaultEndDate(date(start))).toBe(end);
  });

  it('is the 56th day after any start, so that such a class has 9 sessions [PRC-18] [ADM-22]', () => {
    fc.assert(
      fc.property(anyDate, (start) => {
        const end = defaultEndDate(start);
        expect(everyDay(start, end)).toHaveLength(57);
        expect(sessionDatesFrom({ start_date: start, end_date: end }, start)).toHaveLength(9);
      }),
    );
  });
});
