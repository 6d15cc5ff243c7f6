import { bookedPart, withoutCancellation } from '#shared/domain/sessions/session-changes';
import type { CancelledSession } from '#shared/schemas/cancellation';
import type { ManagedClass } from '#shared/schemas/class-input';
import { listBookingsOfSlots } from '../bookings/bookings.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { ledgerEntryRef } from '../ledger/entries.ts';
import type { Table } from '../table.ts';
import type { StoredCancellation } from './cancellations.ts';
import { sessionCause } from './session-cause.ts';
import { bookingsInCancelled } from './settle-cancellation.ts';

/**
 * The full bookings in a cancelled session to which it is worth something, by name, and whether they were credited. One
 * consistent Query for each slot of the class, and one BatchGetItem per 100.
 */
export const listCreditable = async (
  table: Table,
  cls: ManagedClass,
  cancellation: StoredCancellation,
): Promise<CancelledSession['bookings']> => {
  const { slot_id, date, calendar_version } = cancellation;
  const slot = { id: slot_id };
  const before = withoutCancellation(cls, slot, date);
  const bookings = await listBookingsOfSlots(table, cls.time_slots);
  const rows = bookingsInCancelled(bookings, cls, cancellation).flatMap((booking) => {
    const part = bookedPart(before, slot, booking, date);
    if (booking.is_trial || !part || part.value === 0) return [];
    const cause = sessionCause(booking, part, calendar_version);
    return [{ booking, value: part.value, entry: ledgerEntryRef(booking.parent_id, cause) }];
  });
  const read = await batchRead(
    table,
    rows.map(({ entry }) => entry),
    { consistent: true },
  );
  return rows
    .map(({ booking: { id, child_name }, value, entry }) => ({
      ...{ id, child_name, value, is_credited: read(entry) !== undefined },
    }))
    .toSorted((one, other) => one.child_name.localeCompare(other.child_name));
};
