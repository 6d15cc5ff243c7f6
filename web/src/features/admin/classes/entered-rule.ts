import type { WeeklyRule } from '#shared/domain/sessions/sessions';
import { scheduledDates } from '#shared/domain/sessions/sessions';
import { calendarDateSchema } from '#shared/schemas/values';
import type { ClassFormValues } from './class-form-values.ts';

/**
 * The weekly dates that a form describes, with those skipped dates that are among them; null while its dates are not
 * complete.
 */
export const enteredRule = ({
  start_date,
  end_date,
  skipped_dates,
}: Pick<ClassFormValues, 'start_date' | 'end_date' | 'skipped_dates'>): WeeklyRule | null => {
  const [start, end] = [start_date, end_date].map((text) => calendarDateSchema.safeParse(text).data);
  if (!start || !end || end < start) return null;
  const dates = { start_date: start, end_date: end };
  return { ...dates, skipped_dates: scheduledDates(dates).filter((date) => skipped_dates.includes(date)) };
};
