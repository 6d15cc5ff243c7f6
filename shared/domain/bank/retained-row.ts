import { policies } from '#shared/policies';
import type { CalendarDate } from '#shared/schemas/values';

/** Until when it is stored that a row of a day was recorded: a month longer than it could be recorded (PAY-05). */
export const retainedRowUntil = (day: CalendarDate): Date => {
  const until = new Date(`${day}T00:00:00Z`);
  until.setUTCFullYear(until.getUTCFullYear() + policies.money.paymentPastYears);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return until;
};
