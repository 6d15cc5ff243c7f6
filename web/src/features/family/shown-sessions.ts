import { ascending } from '#shared/domain/lists/ascending';
import { placedSessions } from '#shared/domain/sessions/booked-sessions';
import { type Session, sessionsOf } from '#shared/domain/sessions/sessions';
import type { BookingDetails } from '#shared/schemas/booking';
import type { MyBooking } from '#shared/schemas/my-bookings';
import type { TimeSlot } from '#shared/schemas/slot';

/** A family's booking, as far as its sessions depend on it. */
export type ShownBooking = BookingDetails & Pick<MyBooking, 'moved_from_date' | 'earlier_times'>;

/** A session with its times: one that stayed in a slot that the booking moved from has those of that slot (MOV-03). */
export interface ShownSession {
  readonly session: Session;
  readonly slot: Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>;
}

/**
 * The sessions that a family sees of a booking, ascending: cancelled and make-up sessions included, and of a trial that was
 * moved the cancelled one (CAN-13).
 */
export const shownSessions = (booking: ShownBooking): ShownSession[] => {
  const { time_slot: slot, moved_from_date, earlier_times } = booking;
  const movedFrom = sessionsOf(slot.class, slot)
    .filter(({ date, state }) => date === moved_from_date && state === 'cancelled')
    .map((session) => ({ session, slot }));
  const booked = placedSessions<ShownSession['slot']>(slot.class, booking, [slot, ...earlier_times]);
  return [...movedFrom, ...booked].toSorted((one, other) => ascending(one.session.date, other.session.date));
};
