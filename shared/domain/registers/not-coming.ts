import { type BookedDates, placedSessions } from '#shared/domain/sessions/booked-sessions';
import { daySession } from '#shared/domain/sessions/day-session';
import { type ClassCalendar, hasBegun, type SlotStart } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { Booking } from '#shared/schemas/booking';
import type { CalendarDate } from '#shared/schemas/values';

/**
 * Why a family cannot say whether a child comes to the session of a booking on a date (ABS-01); null where it can: there is
 * one that is on, and it has not begun. A cancelled session is none, and one that was moved is on the day of its make-up.
 * @param slots the booking's own, and those that it moved from
 */
export const notComingProblem = (
  cls: ClassCalendar,
  booking: BookedDates & Pick<Booking, 'time_slot_id'>,
  slots: readonly SlotStart[],
  date: CalendarDate,
  moment: BusinessMoment,
): 'sessionNotFound' | 'sessionBegun' | null => {
  const session = daySession(placedSessions(cls, booking, slots), date);
  if (!session) return 'sessionNotFound';
  return hasBegun(date, session.slot, moment) ? 'sessionBegun' : null;
};
