import type { BookSlot } from '#shared/schemas/booking-input';
import type { Child } from '#shared/schemas/child';
import { childIdSchema, type UserId } from '#shared/schemas/ids';
import type { BookingReferences } from '../data/bookings/bookings.ts';
import { classFromItem, slotFromItem } from '../data/classes/classes.ts';
import { batchGet } from '../data/dynamo/batch-get.ts';
import { childKey, classKey, profileKey, slotKey } from '../data/dynamo/keys.ts';
import type { Table } from '../data/dynamo/table.ts';
import { isBeingDeleted } from '../data/families/being-deleted.ts';
import { childFromItem, profileFromItem } from '../data/families/families.ts';
import { problem } from '../http/problem-error.ts';

export interface BookingParts extends BookingReferences {
  readonly child: Child;
}

/**
 * Reads all that a booking needs in one round trip: class, slot, parent and child, each as it is now.
 * A child of another family is not found: the key asked for holds the caller's id.
 * @throws ProblemError profileNotFound, childNotFound, slotNotFound
 */
export const readBookingParts = async (
  table: Table,
  parentId: UserId,
  { class_id, time_slot_id, child_id }: BookSlot,
): Promise<BookingParts> => {
  const childId = childIdSchema.safeParse(child_id);
  if (!childId.success) throw problem('childNotFound');
  const keys = {
    class: classKey(class_id),
    slot: slotKey(class_id, time_slot_id),
    profile: profileKey(parentId),
    child: childKey(parentId, childId.data),
  };
  const item = await batchGet(table, Object.values(keys), { consistent: true });
  const cls = item(keys.class);
  const slot = item(keys.slot);
  const profile = item(keys.profile);
  const child = item(keys.child);
  if (!profile || isBeingDeleted(profile)) throw problem('profileNotFound');
  if (!child) throw problem('childNotFound');
  if (!cls || !slot) throw problem('slotNotFound');
  return {
    class: classFromItem(cls),
    time_slot: slotFromItem(slot),
    parent: profileFromItem(profile),
    child: childFromItem(child),
  };
};
