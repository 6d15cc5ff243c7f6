import type { ClassSummary } from '#shared/schemas/class';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { bookingRef, type StoredBooking } from '../bookings/bookings.ts';
import { endedBookingRef, type StoredEndedBooking } from '../bookings/ended-bookings.ts';
import { classRef, type StoredSlot, storedSlotRef } from '../classes/classes.ts';
import { readEarlierSlots } from '../classes/earlier-slots.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { BookingToFind } from '../endings/end-booking.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';

/** A slot with its class. */
export interface StoredPlace {
  readonly cls: ClassSummary;
  readonly slot: StoredSlot;
  /** The slots that the booking moved from and that have sessions of it. */
  readonly earlier_slots: readonly TimeSlot[];
}

/** The stored items that decide about a move, as they were at one moment; undefined for each that does not exist. */
export interface MoveParts {
  /** The booking that is to move, if it is still in its slot. */
  readonly booking: StoredBooking | undefined;
  readonly from: StoredPlace | undefined;
  readonly to: StoredPlace | undefined;
  /** The booking that the child has in the new slot. */
  readonly there: StoredBooking | undefined;
  /** The record of the booking, if it has ended. */
  readonly record: StoredEndedBooking | undefined;
  readonly ledger: FamilyLedger | undefined;
}

/** The slot that a booking is to be moved to. */
export interface TargetSlot {
  readonly class_id: ClassId;
  readonly time_slot_id: SlotId;
}

const placeOf = (
  cls: ClassSummary | undefined,
  slot: StoredSlot | undefined,
  earlier_slots: readonly TimeSlot[] = [],
): StoredPlace | undefined => (cls && slot && !slot.closed ? { cls, slot, earlier_slots } : undefined);

/** Reads the items that decide about a move: one consistent request, and one more for a booking that moved before. */
export const readMoveParts = async (
  table: Table,
  booking: BookingToFind,
  target: TargetSlot,
): Promise<MoveParts> => {
  const { id, parent_id, child_id, class_id, time_slot_id } = booking;
  const [fromClass, toClass] = [classRef(class_id), classRef(target.class_id)];
  const fromSlot = storedSlotRef(class_id, time_slot_id);
  const toSlot = storedSlotRef(target.class_id, target.time_slot_id);
  const here = bookingRef(booking);
  const there = bookingRef({ parent_id, child_id, time_slot_id: target.time_slot_id });
  const [record, ledger] = [endedBookingRef(parent_id, id), familyLedgerRef(parent_id)];
  const refs = [fromClass, toClass, fromSlot, toSlot, here, there, record, ledger];
  const read = await batchRead(table, refs, { consistent: true });
  const found = read(here);
  return {
    booking: found?.id === id ? found : undefined,
    from: placeOf(read(fromClass), read(fromSlot), await readEarlierSlots(table, found)),
    to: placeOf(read(toClass), read(toSlot)),
    there: read(there),
    record: read(record),
    ledger: read(ledger),
  };
};
