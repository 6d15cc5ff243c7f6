import { nextSessionDate } from '#shared/domain/schedule';
import type { BookingDetails } from '#shared/schemas/booking';
import type { CalendarDate } from '#shared/schemas/values';

export interface Session {
  readonly booking: BookingDetails;
  readonly date: CalendarDate;
}

/** When a booking's child plays next: a trial on its one date, a programme every week until it ends. */
const nextDateOf = ({ is_trial, trial_date, time_slot }: BookingDetails, today: CalendarDate) => {
  if (!is_trial) return nextSessionDate(time_slot.class, today);
  return trial_date !== null && trial_date >= today ? trial_date : null;
};

/** The session that comes first of all bookings, by date and then by start time; null when none is to come. */
export const nextSession = (bookings: readonly BookingDetails[], today: CalendarDate): Session | null => {
  const sessions = bookings.flatMap((booking) => {
    const date = nextDateOf(booking, today);
    return date === null ? [] : [{ booking, date }];
  });
  const startOf = ({ date, booking }: Session) => `${date}T${booking.time_slot.start_time}`;
  return sessions.toSorted((one, other) => startOf(one).localeCompare(startOf(other))).at(0) ?? null;
};
