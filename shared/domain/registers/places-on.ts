import { type BookedDates, placedSessions } from '#shared/domain/sessions/booked-sessions';
import type { ClassCalendar, SlotIdentity } from '#shared/domain/sessions/sessions';
import type { Booking } from '#shared/schemas/booking';
import type { PlaceKind } from '#shared/schemas/register';
import type { CalendarDate } from '#shared/schemas/values';

type PlacedBooking = BookedDates & Pick<Booking, 'time_slot_id' | 'is_trial'>;

/** A booking that has a place in a session. */
export interface PlaceOn<B> {
  readonly booking: B;
  readonly kind: Exclude<PlaceKind, 'left'>;
  /** The first session of a full booking whose trial was not kept. */
  readonly is_first: boolean;
}

/**
 * The bookings with a place in a slot's session of a date: full bookings whose dates contain it, trials of that date, and
 * make-ups on it (REG-01). Of a cancelled session: those that had a place in it.
 */
export const placesOn = <B extends PlacedBooking>(
  cls: ClassCalendar & { readonly time_slots: readonly SlotIdentity[] },
  slot: SlotIdentity,
  date: CalendarDate,
  bookings: readonly B[],
): PlaceOn<B>[] =>
  bookings.flatMap((booking): PlaceOn<B>[] => {
    const placed = placedSessions(cls, booking, cls.time_slots).find(
      ({ session, slot: { id } }) => id === slot.id && session.date === date,
    );
    if (!placed) return [];
    const { agreed, trial } = placed.part;
    if (booking.is_trial || trial) return [{ booking, kind: 'trial', is_first: false }];
    const isFirst = !booking.trial_session && agreed === booking.dates[0];
    return [{ booking, kind: agreed === date ? 'full' : 'make-up', is_first: isFirst }];
  });
