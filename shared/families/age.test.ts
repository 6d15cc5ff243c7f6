import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLeapYear } from '#shared/testing/session-calendars';
import { anyDate, date } from '#shared/testing/values';
import { ageNote, ageOn } from './children.ts';

describe('ageOn', () => {
  it.each([
    ['2018-06-15', '2025-06-14', 6],
    ['2018-06-15', '2025-06-15', 7],
    ['2018-06-15', '2025-06-16', 7],
  ])('born %s is on %s of age %i [DAT-21]', (born, today, age) => {
    expect(ageOn(date(born), date(today))).toBe(age);
  });

  it('is the number of past birthdays [DAT-21, DAT-22]', () => {
    const birthdayIn = (year: number, born: string) =>
      born.endsWith('-02-29') && !isLeapYear(year) ? `${year}-03-01` : `${year}${born.slice(4)}`;
    fc.assert(
      fc.property(anyDate, anyDate, (one, other) => {
        const [born, today] = one < other ? [one, other] : [other, one];
        const birthYear = Number(born.slice(0, 4));
        const years = Array.from({ length: 201 }, (_, index) => birthYear + 1 + index);
        const birthdays = years.filter((year) => birthdayIn(year, born) <= today);
        expect(ageOn(born, today)).toBe(birthdays.length);
      }),
    );
  });
});

describe('ageNote', () => {
  const mini = 'Miniballerz is for ages 3-5';
  const junior = 'Juniorballerz is for ages 6-11';
  it.each([
    ['miniballerz', 2, mini],
    ['miniballerz', 3, null],
    ['miniballerz', 5, null],
    ['miniballerz', 6, mini],
    ['eliteballerz', 0, null],
  ] as const)('for %s at %i is %s [PUB-20]', (classType, age, note) => {
    const born = date(`${2025 - age}-09-06`);
    expect(ageNote(classType, born, date('2025-09-06'))).toBe(note);
  });

  it('is of the age on the day of the first session [PUB-20]', () => {
    const born = date('2019-09-06');
    expect(ageNote('miniballerz', born, date('2025-09-05'))).toBeNull();
    expect(ageNote('miniballerz', born, date('2025-09-06'))).toBe(mini);
    expect(ageNote('juniorballerz', born, date('2025-09-05'))).toBe(junior);
    expect(ageNote('juniorballerz', born, date('2025-09-06'))).toBeNull();
  });
});
