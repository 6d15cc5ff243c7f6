import { type MovableBooking, type MoveTerms, moveTerms } from '#shared/domain/bookings/move-terms';
import { isFull } from '#shared/domain/classes/capacity';
import { discountFor, withoutPlace } from '#shared/domain/pricing/discounts';
import type { SlotStart } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { Booking } from '#shared/schemas/booking';
import type { ClassSummary, FootballClass } from '#shared/schemas/class';
import type { DiscountFacts } from '#shared/schemas/discount-facts';
import type { SlotId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';

/** A booking that is to be moved, with its slot and class. */
export interface BookingToMove {
  readonly booking: MovableBooking & Pick<Booking, 'time_slot_id' | 'child_id'>;
  readonly cls: ClassSummary;
  readonly slot: SlotStart;
}

/** A slot that a booking can move to. */
export interface MoveOption {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly terms: MoveTerms;
  /** How many sessions more the booking then has for its price, below 0 fewer; 0 for another class, whose price is its own. */
  readonly sessions_more: number;
}

/**
 * The slots with places that a booking can move to, the other times of its class first, then classes of the same
 * programme (MOV-01).
 * @param taken slots in which the child has a place
 * @param facts what decides about the discounts of the family (DIS-03)
 */
export const moveOptions = (
  { booking, cls: own, slot: ownSlot }: BookingToMove,
  classes: readonly FootballClass[],
  taken: ReadonlySet<SlotId>,
  moment: BusinessMoment,
  facts: DiscountFacts,
): MoveOption[] => {
  const rankOf = (cls: FootballClass): number => {
    if (cls.id === own.id) return 0;
    return cls.class_type === own.class_type ? 1 : 2;
  };
  return classes
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.venue.localeCompare(other.venue))
    .flatMap((cls) =>
      cls.time_slots.flatMap((slot) => {
        if (slot.id === ownSlot.id || taken.has(slot.id) || isFull(slot)) return [];
        const place = { cls, child_id: booking.child_id, day: moment.today };
        const discountOn = discountFor(place, withoutPlace(facts, booking));
        const terms = moveTerms(booking, { cls: own, slot: ownSlot }, { cls, slot }, moment, discountOn);
        const sessions_more = terms && cls.id === own.id ? terms.dates.length - booking.dates.length : 0;
        return terms ? [{ cls, slot, terms, sessions_more }] : [];
      }),
    );
};
