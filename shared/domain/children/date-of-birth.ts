import type { CalendarDate } from '#shared/schemas/values';

/** No child in a class, academy included, is older: an earlier date is a typing error. */
const maxAgeYears = 25;

/** Why a date of birth entered today is invalid, or null. */
export const dateOfBirthIssue = (dateOfBirth: CalendarDate, today: CalendarDate): string | null => {
  if (dateOfBirth > today) return 'Date of birth cannot be in the future';
  const earliest = `${Number(today.slice(0, 4)) - maxAgeYears}${today.slice(4)}`;
  return dateOfBirth < earliest ? `Date of birth cannot be more than ${maxAgeYears} years ago` : null;
};
