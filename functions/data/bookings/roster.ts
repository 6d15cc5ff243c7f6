import type { RosterEntry } from '#shared/schemas/booking-admin';
import type { SlotId } from '#shared/schemas/ids';
import { batchGet } from '../dynamo/batch-get.ts';
import { childKey, profileKey, rosterPartition } from '../dynamo/keys.ts';
import { queryAll } from '../dynamo/query-all.ts';
import type { Table } from '../dynamo/table.ts';
import { childFromItem, profileFromItem } from '../families/families.ts';
import { bookingFromItem, type StoredBooking } from './bookings.ts';

const byNewest = (one: StoredBooking, other: StoredBooking): number => (one.id < other.id ? 1 : -1);

/** The bookings of a slot, newest first (API-13). One Query. */
export const listBookingsOfSlot = async (table: Table, slotId: SlotId): Promise<StoredBooking[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :slot',
    ExpressionAttributeValues: { ':slot': rosterPartition(slotId).PK },
  });
  return items.map(bookingFromItem).toSorted(byNewest);
};

/**
 * Joins a slot's bookings with what a coach must know: one BatchGetItem per 100 parents and children. A child that was
 * removed from its family has left no medical note; a booking whose family is just being deleted is left out.
 */
export const describeRoster = async (
  table: Table,
  bookings: readonly StoredBooking[],
): Promise<RosterEntry[]> => {
  const keysOf = ({ parent_id, child_id }: StoredBooking) => ({
    parent: profileKey(parent_id),
    child: childKey(parent_id, child_id),
  });
  const item = await batchGet(
    table,
    bookings.flatMap((booking) => Object.values(keysOf(booking))),
    { consistent: false },
  );
  return bookings.flatMap((booking) => {
    const keys = keysOf(booking);
    const parent = item(keys.parent);
    const child = item(keys.child);
    if (!parent) return [];
    return {
      ...booking,
      parent: profileFromItem(parent),
      medical_conditions: child ? childFromItem(child).medical_conditions : null,
    };
  });
};
