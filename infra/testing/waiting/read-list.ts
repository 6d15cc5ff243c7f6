import { listBookingsOfSlot } from '#functions/data/bookings/bookings';
import { storedSlotFromItem } from '#functions/data/classes/classes';
import { getItem } from '#functions/data/dynamo/get-item';
import { slotKey } from '#functions/data/dynamo/keys/classes';
import { duePartition } from '#functions/data/dynamo/keys/due-work';
import type { Table } from '#functions/data/table';
import { listEntries } from '#functions/data/waiting/waiting-entries';
import { byRank } from '#shared/domain/waiting/waiting';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import type { Term } from './term.ts';

/**
 * The places and the list of a slot as stored, the entries in the order of the list.
 * @param term whose places the slot has
 */
export const readStoredList = async (table: Table, classId: ClassId, slotId: SlotId, term?: Term) => {
  const key = slotKey(classId, slotId);
  const stored = await getItem(table, {
    key,
    fromItem: (item) => ({
      slot: storedSlotFromItem(item),
      isDue: item.GSI1PK === duePartition.GSI1PK,
    }),
  });
  if (!stored) throw new Error('The slot is gone');
  const [entries, bookings, before] = await Promise.all([
    listEntries(table, slotId),
    listBookingsOfSlot(table, slotId, { consistent: true }),
    term?.read(),
  ]);
  return {
    ...stored,
    entries: entries.toSorted(byRank),
    bookings,
    booked: bookings.map(({ child_id }) => child_id),
    renewing: before?.renewing ?? [],
    renewals: before?.renewals ?? [],
  };
};
export type StoredList = Awaited<ReturnType<typeof readStoredList>>;
