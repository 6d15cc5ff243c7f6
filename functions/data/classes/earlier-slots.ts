import type { Booking } from '#shared/schemas/booking';
import type { TimeSlot } from '#shared/schemas/slot';
import { batchRead, type ReadEntity } from '../dynamo/batch-get.ts';
import type { ItemRef } from '../dynamo/item-ref.ts';
import type { Table } from '../table.ts';
import { slotRef } from './classes.ts';

type MovedBooking = Pick<Booking, 'class_id' | 'time_slot_id' | 'earlier_slots'>;

/** The slots that a booking moved from and that have sessions of it. */
export const earlierSlotRefs = ({
  class_id,
  time_slot_id,
  earlier_slots = {},
}: MovedBooking): ItemRef<TimeSlot>[] =>
  [...new Set(Object.values(earlier_slots))]
    .filter((id) => id !== time_slot_id)
    .map((id) => slotRef(class_id, id));

/** Those of `earlierSlotRefs` that were read and exist. */
export const earlierSlotsIn = (read: ReadEntity, booking: MovedBooking): TimeSlot[] =>
  earlierSlotRefs(booking).flatMap((ref) => read(ref) ?? []);

/** Reads the slots that a booking moved from. No request for a booking that never moved. */
export const readEarlierSlots = async (
  table: Table,
  booking: MovedBooking | undefined,
): Promise<TimeSlot[]> => {
  const refs = booking ? earlierSlotRefs(booking) : [];
  if (!booking || refs.length === 0) return [];
  return earlierSlotsIn(await batchRead(table, refs, { consistent: true }), booking);
};
