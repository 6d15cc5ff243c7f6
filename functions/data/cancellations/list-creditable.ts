import type { CancelledSession } from '#shared/schemas/cancellation';
import type { ManagedClass } from '#shared/schemas/class-input';
import { listBookingsOfSlots } from '../bookings/bookings.ts';
import type { Table } from '../table.ts';
import type { StoredCancellation } from './cancellations.ts';
import { bookingsInCancelled, creditableSession } from './settle-cancellation.ts';

/**
 * The full bookings in a cancelled session to which it is worth something, by name, and whether they are credited for it.
 * One consistent Query for each slot of the class.
 */
export const listCreditable = async (
  table: Table,
  cls: ManagedClass,
  cancellation: StoredCancellation,
): Promise<CancelledSession['bookings']> => {
  const { slot_id, date } = cancellation;
  const bookings = await listBookingsOfSlots(table, cls.time_slots);
  return bookingsInCancelled(bookings, cls, cancellation)
    .flatMap((booking) => {
      const part = creditableSession(cls, { id: slot_id }, booking, date)?.part;
      if (!part || part.value === 0) return [];
      const { id, child_name, credited_dates } = booking;
      return [{ id, child_name, value: part.value, is_credited: credited_dates.has(part.agreed) }];
    })
    .toSorted((one, other) => one.child_name.localeCompare(other.child_name));
};
