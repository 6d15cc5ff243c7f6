import type { Booking, BookingDetails } from '#shared/schemas/booking';
import type { ManagedClass } from '#shared/schemas/class-input';
import { describeBooking } from '../data/bookings/bookings.ts';
import { batchGet } from '../data/dynamo/batch-get.ts';
import { profileKey } from '../data/dynamo/keys.ts';
import type { Table } from '../data/dynamo/table.ts';
import { profileFromItem } from '../data/families/families.ts';

/**
 * Joins bookings with their slots and classes, which were read already, and their parents: one BatchGetItem per 100
 * parents. What refers to something gone, since it is just being deleted, is left out.
 */
export const describePage = async (
  table: Table,
  bookings: readonly Booking[],
  classes: readonly ManagedClass[],
): Promise<BookingDetails[]> => {
  const classOf = new Map(classes.map((cls) => [cls.id, cls]));
  const slotOf = new Map(classes.flatMap((cls) => cls.time_slots.map((slot) => [slot.id, slot])));
  const item = await batchGet(
    table,
    bookings.map(({ parent_id }) => profileKey(parent_id)),
    { consistent: false },
  );
  return bookings.flatMap((booking) => {
    const cls = classOf.get(booking.class_id);
    const time_slot = slotOf.get(booking.time_slot_id);
    const parent = item(profileKey(booking.parent_id));
    if (!cls || !time_slot || !parent) return [];
    return describeBooking(booking, { parent: profileFromItem(parent), time_slot, class: cls });
  });
};
