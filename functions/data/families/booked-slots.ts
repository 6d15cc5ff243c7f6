import type { Booking } from '#shared/schemas/booking';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import { classRef, slotRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Table } from '../table.ts';

/** A booking with its class and slot. */
export interface BookedSlot {
  readonly booking: Booking;
  readonly class: ClassSummary;
  readonly time_slot: TimeSlot;
}

/** Joins bookings with their classes and slots; one of a deleted class is left out. One BatchGetItem per 100 of these. */
export const readBookedSlots = async (table: Table, bookings: readonly Booking[]): Promise<BookedSlot[]> => {
  if (bookings.length === 0) return [];
  const refsOf = ({ class_id, time_slot_id }: Booking) => ({
    class: classRef(class_id),
    slot: slotRef(class_id, time_slot_id),
  });
  const refs = bookings.flatMap((booking) => Object.values(refsOf(booking)));
  const read = await batchRead(table, refs, { consistent: false });
  return bookings.flatMap((booking) => {
    const { class: cls, slot } = refsOf(booking);
    const [found, time_slot] = [read(cls), read(slot)];
    return found && time_slot ? [{ booking, class: found, time_slot }] : [];
  });
};
