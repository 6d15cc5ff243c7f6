import { ascending } from '#shared/domain/lists/ascending';
import { bookedSessions } from '#shared/domain/sessions/booked-sessions';
import { type Session, sessionsOf } from '#shared/domain/sessions/sessions';
import type { BookingDetails } from '#shared/schemas/booking';
import type { MyBooking } from '#shared/schemas/my-bookings';

/** A family's booking, as far as its sessions depend on it. */
export type ShownBooking = BookingDetails & Pick<MyBooking, 'moved_from_date'>;

/**
 * The sessions that a family sees of a booking, ascending: cancelled and make-up sessions included, and of a trial that was
 * moved the cancelled one (CAN-13).
 */
export const shownSessions = (booking: ShownBooking): Session[] => {
  const { time_slot: slot, moved_from_date } = booking;
  const movedFrom = sessionsOf(slot.class, slot).filter(
    ({ date, state }) => date === moved_from_date && state === 'cancelled',
  );
  const booked = bookedSessions(slot.class, slot, booking).flatMap(({ sessions }) => sessions);
  return [...movedFrom, ...booked].toSorted((one, other) => ascending(one.date, other.date));
};
