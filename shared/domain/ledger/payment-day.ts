import { policies } from '#shared/policies';
import type { CalendarDate } from '#shared/schemas/values';

/** Why a payment that is recorded today cannot have come in on a day, or null (PAY-05). */
export const paymentDayIssue = (day: CalendarDate, today: CalendarDate): string | null => {
  const { paymentPastYears } = policies.money;
  if (day > today) return 'This date is in the future';
  const earliest = `${Number(today.slice(0, 4)) - paymentPastYears}${today.slice(4)}`;
  return day < earliest ? `Use a date of the last ${paymentPastYears} years` : null;
};
