import type { ClassSummary } from '#shared/classes/class';
import type { ClassId, SlotId } from '#shared/lib/ids';
import { centsSchema } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';
import { type ActingMember, readConfirmed } from '../accounts/confirm-family.ts';
import { classRef, readEarlierSlots, type StoredSlot, storedSlotRef } from '../classes/classes.ts';
import type { FamilyChange } from '../ledger/changes.ts';
import { endingUpdate } from '../ledger/endings.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/ledger.ts';
import { retryDelay } from '../lib/contention.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { patienceMs } from '../limits.ts';
import { bookingDelete, bookingReplace } from './booking-changes.ts';
import { bookingPut, bookingRef, type StoredBooking } from './bookings.ts';
import { type BookingToFind, endingWrites } from './end-booking.ts';
import { endedBookingPut, endedBookingRef, type StoredEndedBooking } from './ended-bookings.ts';
import { placeRelease, placeReplace, placeTake } from './places.ts';

/** A change that was decided from what was read. Its writes fail if that has changed since. */
export interface DecidedChange<Result> {
  readonly writes: readonly Write[];
  readonly result: Result;
}

/**
 * Reads, decides and stores a change, and starts again where something changed in between, for at most `patienceMs`.
 * @param decide gives the change, or a result for which nothing is to be stored
 * @returns undefined if contention persisted; then nothing was stored
 * @throws what `decide` throws
 */
export const changeDecided = async <Result>(
  table: Table,
  decide: () => Promise<DecidedChange<Result>>,
): Promise<Result | undefined> => {
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const { writes, result } = await decide();
    if (writes.length === 0) return result;
    const { outcome } = await sendTransaction(table, writes);
    if (outcome === 'done') return result;
    if (outcome === 'busy' || !(await waitToRetry())) return undefined;
  }
};

export interface SlotOfClass {
  readonly cls: ClassSummary;
  readonly slot: StoredSlot;
  readonly earlier_slots: readonly TimeSlot[];
}

/** Stored items of one moment; undefined for each that does not exist. */
export interface MoveItems {
  /** Undefined where the booking left its slot. */
  readonly booking: StoredBooking | undefined;
  readonly from: SlotOfClass | undefined;
  readonly to: SlotOfClass | undefined;
  /** The booking that the child has in the new slot. */
  readonly there: StoredBooking | undefined;
  readonly record: StoredEndedBooking | undefined;
  readonly ledger: FamilyLedger | undefined;
}

interface TargetSlot {
  readonly class_id: ClassId;
  readonly time_slot_id: SlotId;
}

const toSlotOfClass = (
  cls: ClassSummary | undefined,
  slot: StoredSlot | undefined,
  earlier_slots: readonly TimeSlot[] = [],
): SlotOfClass | undefined => (cls && slot && !slot.closed ? { cls, slot, earlier_slots } : undefined);

/** One consistent request, and another one for a booking that moved before. */
export const readMoveItems = async (
  table: Table,
  booking: BookingToFind,
  target: TargetSlot,
  caller?: ActingMember,
): Promise<MoveItems> => {
  const { id, parent_id, child_id, class_id, time_slot_id } = booking;
  const [fromClass, toClass] = [classRef(class_id), classRef(target.class_id)];
  const fromSlot = storedSlotRef(class_id, time_slot_id);
  const toSlot = storedSlotRef(target.class_id, target.time_slot_id);
  const here = bookingRef(booking);
  const there = bookingRef({ parent_id, child_id, time_slot_id: target.time_slot_id });
  const [record, ledger] = [endedBookingRef(parent_id, id), familyLedgerRef(parent_id)];
  const refs = [fromClass, toClass, fromSlot, toSlot, here, there, record, ledger];
  const read = await readConfirmed(table, caller, refs);
  const found = read(here);
  return {
    booking: found?.id === id ? found : undefined,
    from: toSlotOfClass(read(fromClass), read(fromSlot), await readEarlierSlots(table, found)),
    to: toSlotOfClass(read(toClass), read(toSlot)),
    there: read(there),
    record: read(record),
    ledger: read(ledger),
  };
};

interface Leaving {
  readonly booking: StoredBooking;
  readonly slot: StoredSlot;
  readonly ledger: FamilyLedger;
}

const none = centsSchema.parse(0);

/**
 * Moves a booking within a class (MOV-03). A late retry of the request that made it does not book in the old slot again.
 * Refused while the family is being deleted: the deletion looks for bookings slot by slot and would miss one that moves.
 */
export const moveWithinClassWrites = (
  table: Table,
  { booking, slot, ledger }: Leaving,
  moved: StoredBooking,
  change: FamilyChange,
): Write[] => [
  bookingDelete(table, booking),
  bookingPut(table, moved),
  placeTake(table, moved),
  placeRelease(table, slot, { amount: booking.amount, at: change.at }),
  endingUpdate(
    table,
    {
      ...booking,
      at: change.at,
      credit: none,
      next: { ...moved, amount: none, due_dates: undefined, created_at: change.at },
      change,
      trial_used: undefined,
    },
    ledger,
  ),
];

interface Replacement {
  readonly record: StoredEndedBooking;
  readonly next: StoredBooking;
}

/** Moves a booking to another class: the old booking ends, and a new one takes a place (MOV-03). */
export const moveToClassWrites = (
  table: Table,
  leaving: Leaving,
  { record, next }: Replacement,
  change: FamilyChange,
): Write[] => [
  ...endingWrites(table, { ...leaving, record, next, change }),
  bookingPut(table, next),
  placeTake(table, next),
];

/** Turns a trial into a full programme (TRI-02), whose item replaces that of the trial: the slot's count stays. */
export const upgradeWrites = (
  table: Table,
  { booking: trial, ledger }: Pick<Leaving, 'booking' | 'ledger'>,
  { record, next }: Replacement,
  change: FamilyChange,
): Write[] => [
  bookingReplace(table, trial, next),
  endedBookingPut(table, record),
  placeReplace(table, trial, next),
  endingUpdate(
    table,
    {
      ...trial,
      at: record.ended.at,
      credit: record.ended.credit,
      next,
      change,
      trial_used: record.trial_used,
    },
    ledger,
  ),
];
