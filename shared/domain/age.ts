import { programmes } from '#shared/programmes';
import type { ClassType } from '#shared/schemas/class';
import type { CalendarDate } from '#shared/schemas/values';

const yearOf = (date: CalendarDate): number => Number(date.slice(0, 4));
const monthAndDayOf = (date: CalendarDate): string => date.slice(5);

/**
 * Age in whole years (DAT-21). Who was born on 29 February has the birthday on 1 March in other years, as the law
 * of England has it. A date of birth after today, which forms and API refuse, gives a negative age.
 */
export const ageOn = (dateOfBirth: CalendarDate, today: CalendarDate): number => {
  const birthdayIsToCome = monthAndDayOf(today) < monthAndDayOf(dateOfBirth);
  return yearOf(today) - yearOf(dateOfBirth) - (birthdayIsToCome ? 1 : 0);
};

/** The note for a child outside a programme's ages ("Miniballerz is for ages 3-5"), or null; it never prevents a booking (PUB-20). */
export const ageNote = (classType: ClassType, age: number): string | null => {
  const { name, ages } = programmes[classType];
  if (ages === null || (age >= ages.from && age <= ages.to)) return null;
  return `${name} is for ages ${ages.from}-${ages.to}`;
};
