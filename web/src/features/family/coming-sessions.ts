import { addDays } from '#shared/domain/calendar';
import { sessionDatesFrom } from '#shared/domain/schedule';
import type { BookingDetails } from '#shared/schemas/booking';
import type { CalendarDate } from '#shared/schemas/values';

export interface Session {
  readonly booking: BookingDetails;
  readonly date: CalendarDate;
}

/** The coming sessions of a booking: a trial has one date, a programme one every week until its end. */
const datesOf = (
  { is_trial, trial_date, time_slot }: BookingDetails,
  today: CalendarDate,
): CalendarDate[] => {
  if (!is_trial) return sessionDatesFrom(time_slot.class, today);
  return trial_date !== null && trial_date >= today ? [trial_date] : [];
};

/** The coming sessions of all bookings, by date and start time. */
export const comingSessions = (bookings: readonly BookingDetails[], today: CalendarDate): Session[] => {
  const startOf = ({ date, booking }: Session) => `${date}T${booking.time_slot.start_time}`;
  return bookings
    .flatMap((booking) => datesOf(booking, today).map((date): Session => ({ booking, date })))
    .toSorted((one, other) => startOf(one).localeCompare(startOf(other)));
};

/** The sessions of the next seven days; without one, the next session. */
export const sessionsOfWeek = (bookings: readonly BookingDetails[], today: CalendarDate): Session[] => {
  const coming = comingSessions(bookings, today);
  const inWeek = coming.filter(({ date }) => date < addDays(today, 7));
  return inWeek.length > 0 ? inWeek : coming.slice(0, 1);
};
