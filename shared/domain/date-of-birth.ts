import type { CalendarDate } from '#shared/schemas/values';

/** Nobody older comes to a class for children, academy included: an earlier date is a slip of the hand. */
const longestAgoYears = 25;

/** Why a date cannot be the date of birth of a child entered today, or null. */
export const dateOfBirthIssue = (dateOfBirth: CalendarDate, today: CalendarDate): string | null => {
  if (dateOfBirth > today) return 'Date of birth cannot be in the future';
  const earliest = `${Number(today.slice(0, 4)) - longestAgoYears}${today.slice(4)}`;
  return dateOfBirth < earliest ? `Date of birth cannot be more than ${longestAgoYears} years ago` : null;
};
