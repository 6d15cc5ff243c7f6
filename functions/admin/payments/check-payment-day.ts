import { paymentDayIssue } from '#shared/domain/ledger/payment-day';
import type { CalendarDate } from '#shared/schemas/values';
import { problem } from '../../lib/http/problem-error.ts';

/**
 * Refuses a day on which no payment can have come in. A schema cannot check this: it has no clock.
 * @throws ProblemError invalidRequest, naming the field
 */
export const checkPaymentDay = (day: CalendarDate, today: CalendarDate): void => {
  const message = paymentDayIssue(day, today);
  if (message) throw problem('invalidRequest', {}, { issues: [{ field: 'day', message }] });
};
