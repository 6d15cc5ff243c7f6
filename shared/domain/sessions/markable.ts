import { daysBetween } from '#shared/domain/time/calendar';
import { policies } from '#shared/policies';
import type { CalendarDate } from '#shared/schemas/values';

/** Whether a session of a date that has begun can still be marked as not held (CAN-05). */
export const isMarkable = (date: CalendarDate, today: CalendarDate): boolean =>
  daysBetween(date, today) <= policies.cancelledSession.markableDays;
