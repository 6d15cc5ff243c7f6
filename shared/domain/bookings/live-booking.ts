import { bookedSessions } from '#shared/domain/sessions/booked-sessions';
import type { ClassCalendar } from '#shared/domain/sessions/sessions';
import type { Booking } from '#shared/schemas/booking';
import type { CalendarDate } from '#shared/schemas/values';

/** Whether a booking still has a session to come, today included (BOK-52). */
export const isLiveBooking = (
  booking: Pick<Booking, 'time_slot_id' | 'dates' | 'amount' | 'earlier_slots' | 'trial_session'>,
  cls: ClassCalendar,
  today: CalendarDate,
): boolean =>
  bookedSessions(cls, { id: booking.time_slot_id }, booking).some(({ sessions }) => {
    const present = sessions.at(-1);
    return present?.state === 'on' && present.date >= today;
  });
