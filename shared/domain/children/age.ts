import { programmeIds, programmes } from '#shared/programmes';
import type { ClassType } from '#shared/schemas/class';
import type { CalendarDate } from '#shared/schemas/values';

const yearOf = (date: CalendarDate): number => Number(date.slice(0, 4));
const monthAndDayOf = (date: CalendarDate): string => date.slice(5);

/**
 * Age in whole years (DAT-21). In years without 29 February, the birthday of children born on that day is 1 March, as
 * in English law. Negative for a date of birth after the day, which forms and API refuse.
 */
export const ageOn = (dateOfBirth: CalendarDate, day: CalendarDate): number => {
  const isBeforeBirthday = monthAndDayOf(day) < monthAndDayOf(dateOfBirth);
  return yearOf(day) - yearOf(dateOfBirth) - (isBeforeBirthday ? 1 : 0);
};

/** Compares children by age, the oldest first: the order of siblings in emails and on cards. */
export const oldestFirst = (one: { readonly age: number }, other: { readonly age: number }): number =>
  other.age - one.age;

/**
 * A note for a child who is outside of a programme's ages when it first plays ("Miniballerz is for ages 3-5"), or null. It
 * does not prevent a booking (PUB-20).
 * @param firstSession the day on which the child is as old as the note means, not today
 */
export const ageNote = (
  classType: ClassType,
  dateOfBirth: CalendarDate,
  firstSession: CalendarDate,
): string | null => {
  const { name, ages } = programmes[classType];
  const age = ageOn(dateOfBirth, firstSession);
  if (ages === null || (age >= ages.from && age <= ages.to)) return null;
  return `${name} is for ages ${ages.from}-${ages.to}`;
};

/** The programmes whose ages a child is of on a day, those by level included (TRM-07). */
export const suitedProgrammes = (dateOfBirth: CalendarDate, day: CalendarDate): ClassType[] =>
  programmeIds.filter((type) => ageNote(type, dateOfBirth, day) === null);
