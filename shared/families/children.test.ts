import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoConsent } from '#shared/consents';
import { userIdSchema } from '#shared/lib/ids';
import { instantSchema } from '#shared/lib/values';
import { isLeapYear } from '#shared/testing/session-calendars';
import { anyDate, date } from '#shared/testing/values';
import {
  ageNote,
  ageOn,
  allowedPhotos,
  contactText,
  dateOfBirthIssue,
  firstNameOf,
  photoAnswer,
  photosText,
} from './children.ts';

it('ageOn is the number of past birthdays [DAT-21, DAT-22]', () => {
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

it.each([
  ['2025-09-23', '2025-09-23', null],
  ['2025-09-24', '2025-09-23', 'Date of birth cannot be in the future'],
  ['2000-09-23', '2025-09-23', null],
  ['2000-09-22', '2025-09-23', 'Date of birth cannot be more than 25 years ago'],
  ['2004-02-29', '2028-02-29', null],
  ['2003-03-01', '2028-02-29', null],
  ['2003-02-28', '2028-02-29', 'Date of birth cannot be more than 25 years ago'],
])('%s, entered on %s: %s', (dateOfBirth, today, issue) => {
  expect(dateOfBirthIssue(date(dateOfBirth), date(today))).toBe(issue);
});

it.each([
  ['Ana', 'Ana'],
  ['Ana Novak', 'Ana'],
  ['  Ana  Maria Novak', 'Ana'],
  ['Ana\u00a0Novak', 'Ana'],
  ['Ana\u200bNovak', 'Ana'],
  ['Ana_Novak', 'Ana'],
  ['Ana.Novak', 'Ana'],
  ['Ana/Novak', 'Ana'],
  ['Ana (Novak)', 'Ana'],
  ['Novak, Ana', 'Ana'],
  ['Novak,', 'Novak'],
  ['Ana-Li Novak', 'Ana-Li'],
  ["D'Arcy Novak", "D'Arcy"],
  ['Zoë Novak', 'Zoë'],
  ['Zoe\u0308 Novak', 'Zoe\u0308'],
  ['山田 太郎', '山田'],
  ['7', ''],
  ['Ana Novak, Jr.', 'Ana'],
  ['Novak, Ana, Jr', 'Ana'],
  ['Ana Novak, III', 'Ana'],
  ['N´Golo Novak', 'N´Golo'],
  ['Nʻgolo Novak', 'Nʻgolo'],
  ['‘Ana’ Novak', 'Ana'],
  ['Novak, Vi', 'Vi'],
  ['Gal·la Novak', 'Gal·la'],
  ['علی\u200cرضا محمدی', 'علی\u200cرضا'],
  ['क्\u200dषमा देवी', 'क्\u200dषमा'],
  ['“Ana” Novak', 'Ana'],
])('of %j is %j', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});

it.each([
  [true, 'Ruth Morgan (grandmother), 07700 900301, may collect'],
  [false, 'Ruth Morgan (grandmother), 07700 900301, may not collect'],
])('says of a contact whether it may collect the child: %s [EME-01]', (may_collect, text) => {
  const contact = { name: 'Ruth Morgan', relation: 'grandmother', phone_number: '07700 900301', may_collect };
  expect(contactText(contact)).toBe(text);
});

const at = instantSchema.parse('2026-09-12T10:00:00.000Z');
const by = userIdSchema.parse('3f0c1f0e-6f0a-4b57-9d05-0d8a2f5f1c11');
const [yes, no] = [photoAnswer(true, at, by), photoAnswer(false, at, by)];

it('stores an answer with the version of the text, the time and the account [EME-06]', () => {
  expect(yes).toEqual({ allowed: true, version: photoConsent.version, at, by });
});

it.each([
  [null, null, 'No photos'],
  [no, null, 'No photos'],
  [yes, null, 'Photos within the school only'],
  [null, yes, 'Photos for website and social media only'],
  [no, yes, 'Photos for website and social media only'],
  [yes, yes, null],
])('takes what nobody answered as no yes: school %j, web %j [EME-06]', (photos_school, photos_web, text) => {
  expect(photosText(allowedPhotos({ photos_school, photos_web }))).toBe(text);
});
