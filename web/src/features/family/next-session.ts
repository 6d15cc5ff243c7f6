import { nextSessionDate } from '#shared/domain/schedule';
import type { BookingDetails } from '#shared/schemas/booking';
import type { CalendarDate } from '#shared/schemas/values';

export interface Session {
  readonly booking: BookingDetails;
  readonly date: CalendarDate;
}

/** The next session of a booking: a trial has one date, a programme one every week until its end. */
const nextDateOf = ({ is_trial, trial_date, time_slot }: BookingDetails, today: CalendarDate) => {
  if (!is_trial) return nextSessionDate(time_slot.class, today);
  return trial_date !== null && trial_date >= today ? trial_date : null;
};

/** The earliest next session of all bookings, by date and start time; null without one. */
export const nextSession = (bookings: readonly BookingDetails[], today: CalendarDate): Session | null => {
  const sessions = bookings.flatMap((booking) => {
    const date = nextDateOf(booking, today);
    return date === null ? [] : [{ booking, date }];
  });
  const startOf = ({ date, booking }: Session) => `${date}T${booking.time_slot.start_time}`;
  return sessions.toSorted((one, other) => startOf(one).localeCompare(startOf(other))).at(0) ?? null;
};
