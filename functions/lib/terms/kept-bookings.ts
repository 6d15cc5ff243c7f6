import { followingSlots, type KeptPlaces, keptPlaces } from '#shared/domain/terms/renewals';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { TimeSlot } from '#shared/schemas/slot';
import { listBookingsOfSlot, type StoredBooking } from '../../data/bookings/bookings.ts';
import type { Table } from '../../data/table.ts';

type NextSlot = Pick<TimeSlot, 'start_time' | 'end_time' | 'max_capacity'>;

/** The children of one slot of a class, and the slot of the next term in which their places are kept. */
export interface SlotRenewals<Next> extends KeptPlaces<StoredBooking> {
  readonly slot: TimeSlot;
  readonly next: Next | undefined;
}

/** For whom places are kept in the class that follows, by the present bookings. One consistent Query for each slot. */
export const readKeptBookings = <Next extends NextSlot>(
  table: Table,
  { time_slots }: ManagedClass,
  nextSlots: readonly Next[],
): Promise<SlotRenewals<Next>[]> => {
  const nextOf = followingSlots(time_slots, nextSlots);
  return Promise.all(
    time_slots.map(async (slot) => {
      const next = nextOf.get(slot);
      const bookings = await listBookingsOfSlot(table, slot.id, { consistent: true });
      return { slot, next, ...keptPlaces(bookings, next?.max_capacity) };
    }),
  );
};
