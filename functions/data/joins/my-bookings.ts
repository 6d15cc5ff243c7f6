import type { Profile } from '#shared/schemas/profile';
import type { StoredBooking } from '../bookings/bookings.ts';
import { classRef, storedSlotRef } from '../classes/classes.ts';
import { earlierSlotRefs, earlierSlotsIn } from '../classes/earlier-slots.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { LiveParts } from '../endings/end-booking.ts';
import { profileRef } from '../families/stored-profile.ts';
import type { Table } from '../table.ts';

/** A booking with what is shown of it, and what its end depends on. */
export interface MyBookingParts extends Omit<LiveParts, 'ledger'> {
  readonly parent: Profile;
}

/**
 * Joins a family's bookings with their classes, slots and the profile: one BatchGetItem per 100 of these. A booking whose
 * class or family is being deleted lacks a part and is left out.
 */
export const readMyBookings = async (
  table: Table,
  bookings: readonly StoredBooking[],
): Promise<MyBookingParts[]> => {
  if (bookings.length === 0) return [];
  const refsOf = ({ class_id, time_slot_id, parent_id }: StoredBooking) => ({
    cls: classRef(class_id),
    slot: storedSlotRef(class_id, time_slot_id),
    parent: profileRef(parent_id),
  });
  const refs = bookings.flatMap((booking) => [
    ...Object.values(refsOf(booking)),
    ...earlierSlotRefs(booking),
  ]);
  const read = await batchRead(table, refs, { consistent: false });
  return bookings.flatMap((booking) => {
    const { cls, slot, parent } = refsOf(booking);
    const [foundClass, foundSlot, foundParent] = [read(cls), read(slot), read(parent)];
    return foundClass && foundSlot && foundParent
      ? [
          {
            ...{ booking, cls: foundClass, slot: foundSlot, parent: foundParent },
            earlier_slots: earlierSlotsIn(read, booking),
          },
        ]
      : [];
  });
};
