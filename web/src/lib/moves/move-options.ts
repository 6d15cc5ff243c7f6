import { type MovableBooking, type MoveTerms, moveTerms } from '#shared/domain/bookings/move-terms';
import { isFull } from '#shared/domain/classes/capacity';
import type { SlotStart } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ClassSummary, FootballClass } from '#shared/schemas/class';
import type { SlotId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';

/** A booking that is to be moved, with its slot and class. */
export interface BookingToMove {
  readonly booking: MovableBooking;
  readonly cls: ClassSummary;
  readonly slot: SlotStart;
}

/** A slot that a booking can move to. */
export interface MoveOption {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly terms: MoveTerms;
}

/**
 * The slots with places that a booking can move to, the other times of its class first, then classes of the same
 * programme (MOV-01).
 * @param taken slots in which the child has a place
 */
export const moveOptions = (
  { booking, cls: own, slot: ownSlot }: BookingToMove,
  classes: readonly FootballClass[],
  taken: ReadonlySet<SlotId>,
  moment: BusinessMoment,
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
        const terms = moveTerms(booking, { cls: own, slot: ownSlot }, { cls, slot }, moment);
        return terms ? [{ cls, slot, terms }] : [];
      }),
    );
};
