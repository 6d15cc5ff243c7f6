import type { UserId } from '#shared/schemas/ids';
import type { StoredEndedBooking } from '../bookings/ended-bookings.ts';
import { removeFromViews } from '../card-views/card-views.ts';
import { getClass } from '../classes/classes.ts';
import type { Table } from '../table.ts';

/**
 * Removes the children of a family that is deleted from the views of their cards: those of its page, and of the slots of the
 * classes in which it had bookings.
 * @param bookings all of the family, which have ended
 */
export const deleteFamilyViews = async (
  table: Table,
  parentId: UserId,
  bookings: readonly StoredEndedBooking[],
): Promise<void> => {
  const children = new Set<string>(bookings.map(({ child_id }) => child_id));
  const slots = new Set(
    bookings.flatMap(({ time_slot_id, earlier_slots = {} }) => [
      time_slot_id,
      ...Object.values(earlier_slots),
    ]),
  );
  // A booking that moved before its first session does not name the slot that it was in.
  for (const id of new Set(bookings.map(({ class_id }) => class_id)))
    for (const slot of (await getClass(table, id))?.time_slots ?? []) slots.add(slot.id);
  await removeFromViews(table, parentId, () => true);
  for (const slot of slots) await removeFromViews(table, slot, (child) => children.has(child));
};
