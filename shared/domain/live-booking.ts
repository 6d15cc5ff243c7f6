import type { Booking } from '#shared/schemas/booking';
import type { CalendarDate } from '#shared/schemas/values';
import { type ProgramDates, programTiming } from './schedule.ts';

/** Whether a booking still has a session to come, today included: the trial's own, or one of the class (BOK-52). */
export const isLiveBooking = (
  { trial_date }: Pick<Booking, 'trial_date'>,
  dates: ProgramDates,
  today: CalendarDate,
): boolean => (trial_date === null ? programTiming(dates, today) !== 'ended' : trial_date >= today);
