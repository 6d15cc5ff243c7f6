import type { Booking } from '#shared/schemas/booking';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { StoredBooking } from '../bookings/bookings.ts';
import { classRef, slotRef } from '../classes/classes.ts';
import { earlierSlotRefs, earlierSlotsIn } from '../classes/earlier-slots.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Table } from '../table.ts';

type CalendarBooking = Booking & Pick<StoredBooking, 'sequence_base'>;

/** A booking with its class and slots. */
export interface BookedSlot {
  readonly booking: CalendarBooking;
  readonly class: ClassSummary;
  readonly time_slot: TimeSlot;
  /** The slots that it moved from and that have sessions of it. */
  readonly earlier_slots: readonly TimeSlot[];
}

/** Joins bookings with their classes and slots; one of a deleted class is left out. One BatchGetItem per 100 of these. */
export const readBookedSlots = async (
  table: Table,
  bookings: readonly CalendarBooking[],
): Promise<BookedSlot[]> => {
  if (bookings.length === 0) return [];
  const refsOf = ({ class_id, time_slot_id }: Booking) => ({
    class: classRef(class_id),
    slot: slotRef(class_id, time_slot_id),
  });
  const refs = bookings.flatMap((booking) => [
    ...Object.values(refsOf(booking)),
    ...earlierSlotRefs(booking),
  ]);
  const read = await batchRead(table, refs, { consistent: false });
  return bookings.flatMap((booking) => {
    const { class: cls, slot } = refsOf(booking);
    const [found, time_slot] = [read(cls), read(slot)];
    const earlier_slots = earlierSlotsIn(read, booking);
    return found && time_slot ? [{ booking, class: found, time_slot, earlier_slots }] : [];
  });
};
